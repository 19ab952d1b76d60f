// river: one step of shallow water over terrain, with sediment that it carries, rain, sources, walls and outlets
//
// A kernel as long as real ones get, for the bench of the analysis: functions that call functions, stencils of radius
// one and two, nested loops, branches, a switch, clamped and wrapped borders, structs, tables and a small array.
//
//   params   uniform     sizes, constants, and which border each side has
//   cells    read        height rows of width cells
//   terrain  read        the same, ground level in metres
//   springs  read        `params.springs` of them, all seen by every invocation
//   weights  read        (2 reach + 1)^2 numbers: the filter of the rain
//   clouds   read        rain, a cell for every 4 x 4 cells of the grid
//   next     read_write  height rows of width cells, all written
//   speeds   read_write  a number for each row of workgroups and each column: the fastest wave
//   picture  read_write  height rows of width pixels, all written
//
// Grid: [width, height] invocations.

override WORKGROUP: u32 = 8;
override LIMITED: bool = true;

const GRAVITY: f32 = 9.81;
const DRY: f32 = 1e-4;
const WALL: u32 = 0u;
const OUTLET: u32 = 1u;
const RING: u32 = 2u;
const TIDE: u32 = 3u;

struct Cell {
    depth: f32,
    flow: vec2<f32>,
    sediment: f32,
    kind: u32,
    age: u32,
}

struct Spring {
    x: u32,
    y: u32,
    radius: u32,
    rate: f32,
}

struct Params {
    width: u32,
    height: u32,
    dt: f32,
    dx: f32,
    friction: f32,
    settle: f32,
    lift: f32,
    tide: f32,
    springs: u32,
    reach: u32,
    left: u32,
    right: u32,
    top: u32,
    bottom: u32,
    step: u32,
    mode: u32,
}

struct Flux {
    water: f32,
    momentum: vec2<f32>,
    sediment: f32,
    speed: f32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> cells: array<Cell>;
@group(0) @binding(2) var<storage, read> terrain: array<f32>;
@group(0) @binding(3) var<storage, read> springs: array<Spring>;
@group(0) @binding(4) var<storage, read> weights: array<f32>;
@group(0) @binding(5) var<storage, read> clouds: array<f32>;
@group(1) @binding(0) var<storage, read_write> next: array<Cell>;
@group(1) @binding(1) var<storage, read_write> speeds: array<f32>;
@group(1) @binding(2) var<storage, read_write> picture: array<u32>;

var<workgroup> fastest: array<f32, WORKGROUP * WORKGROUP>;
var<private> wet_neighbours: u32;

fn index(x: u32, y: u32) -> u32 {
    return y * params.width + x;
}

fn clamped(at: i32, len: u32) -> u32 {
    return u32(clamp(at, 0, i32(len) - 1));
}

fn wrapped(at: i32, len: u32) -> u32 {
    if (at < 0) {
        return u32(at + i32(len));
    }
    if (at >= i32(len)) {
        return u32(at) - len;
    }
    return u32(at);
}

fn column(at: i32, border: u32) -> u32 {
    if (border == RING) {
        return wrapped(at, params.width);
    }
    return clamped(at, params.width);
}

fn ground(x: i32, y: i32) -> f32 {
    return terrain[index(column(x, params.left), clamped(y, params.height))];
}

fn water(x: i32, y: i32) -> Cell {
    let column = column(x, params.left);
    let row = clamped(y, params.height);
    var cell = cells[index(column, row)];
    let beyond_x = x < 0 || x >= i32(params.width);
    let beyond_y = y < 0 || y >= i32(params.height);
    if (!beyond_x && !beyond_y) {
        return cell;
    }
    var border = params.left;
    if (x >= i32(params.width)) {
        border = params.right;
    } else if (y < 0) {
        border = params.top;
    } else if (y >= i32(params.height)) {
        border = params.bottom;
    }
    switch (border) {
        case WALL: {
            if (beyond_x) {
                cell.flow.x = -cell.flow.x;
            } else {
                cell.flow.y = -cell.flow.y;
            }
        }
        case OUTLET: {
            cell.depth = max(cell.depth - DRY, 0.0);
            cell.sediment = 0.0;
        }
        case TIDE: {
            cell.depth = max(params.tide - ground(x, y), 0.0);
        }
        default: {}
    }
    return cell;
}

fn velocity(cell: Cell) -> vec2<f32> {
    if (cell.depth < DRY) {
        return vec2(0.0);
    }
    return cell.flow / cell.depth;
}

fn limited(before: f32, here: f32, after: f32) -> f32 {
    let a = here - before;
    let b = after - here;
    if (!LIMITED || a * b <= 0.0) {
        return 0.0;
    }
    return select(b, a, abs(a) < abs(b));
}

fn edge(before: Cell, here: Cell, after: Cell, side: f32) -> Cell {
    var cell = here;
    cell.depth = max(here.depth + 0.5 * side * limited(before.depth, here.depth, after.depth), 0.0);
    cell.flow.x = here.flow.x + 0.5 * side * limited(before.flow.x, here.flow.x, after.flow.x);
    cell.flow.y = here.flow.y + 0.5 * side * limited(before.flow.y, here.flow.y, after.flow.y);
    return cell;
}

fn through(a: Cell, b: Cell, normal: vec2<f32>) -> Flux {
    let va = velocity(a);
    let vb = velocity(b);
    let na = dot(va, normal);
    let nb = dot(vb, normal);
    let speed = max(abs(na) + sqrt(GRAVITY * a.depth), abs(nb) + sqrt(GRAVITY * b.depth));
    let pressure = 0.25 * GRAVITY * (a.depth * a.depth + b.depth * b.depth);
    var flux: Flux;
    flux.water = 0.5 * (na * a.depth + nb * b.depth - speed * (b.depth - a.depth));
    flux.momentum = 0.5 * (a.flow * na + b.flow * nb - speed * (b.flow - a.flow)) + pressure * normal;
    flux.sediment = select(b.sediment * nb, a.sediment * na, flux.water > 0.0);
    flux.speed = speed;
    return flux;
}

fn rain(x: u32, y: u32) -> f32 {
    let side = 2u * params.reach + 1u;
    var sum = 0.0;
    for (var j = 0u; j < side; j++) {
        let row = clamped(i32(y + j) - i32(params.reach), params.height) / 4u;
        for (var i = 0u; i < side; i++) {
            let at = clamped(i32(x + i) - i32(params.reach), params.width) / 4u;
            let pitch = (params.width + 3u) / 4u;
            sum += weights[j * side + i] * clouds[row * pitch + at];
        }
    }
    return sum;
}

fn sources(x: u32, y: u32) -> f32 {
    var sum = 0.0;
    for (var s = 0u; s < params.springs; s++) {
        let spring = springs[s];
        let dx = max(x, spring.x) - min(x, spring.x);
        let dy = max(y, spring.y) - min(y, spring.y);
        if (dx > spring.radius || dy > spring.radius) {
            continue;
        }
        sum += spring.rate;
        if (sum > 1.0) {
            break;
        }
    }
    return sum;
}

fn shade(cell: Cell, level: f32) -> u32 {
    let mud = clamp(cell.sediment, 0.0, 1.0);
    let deep = clamp(cell.depth * 0.2, 0.0, 1.0);
    let land = vec3(0.35, 0.3, 0.2) + 0.01 * level;
    let sea = mix(vec3(0.1, 0.3, 0.7), vec3(0.4, 0.3, 0.1), mud);
    return pack4x8unorm(vec4(mix(land, sea, deep), 1.0));
}

@compute @workgroup_size(WORKGROUP, WORKGROUP)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let inside = id.x < params.width && id.y < params.height;
    let x = i32(id.x);
    let y = i32(id.y);
    var speed = 0.0;
    if (inside) {
        let here = water(x, y);
        let level = ground(x, y);
        var change = Flux(0.0, vec2(0.0), 0.0, 0.0);
        for (var axis = 0; axis < 2; axis++) {
            let dx = 1 - axis;
            let dy = axis;
            var line: array<Cell, 5>;
            for (var i = -2; i <= 2; i++) {
                line[i + 2] = water(x + i * dx, y + i * dy);
            }
            let normal = vec2(f32(dx), f32(dy));
            let low = through(edge(line[0], line[1], line[2], 1.0), edge(line[1], line[2], line[3], -1.0), normal);
            let high = through(edge(line[1], line[2], line[3], 1.0), edge(line[2], line[3], line[4], -1.0), normal);
            change.water += low.water - high.water;
            change.momentum += low.momentum - high.momentum;
            change.sediment += low.sediment - high.sediment;
            change.speed = max(change.speed, max(low.speed, high.speed));
            let slope = ground(x + dx, y + dy) - ground(x - dx, y - dy);
            change.momentum -= 0.5 * GRAVITY * here.depth * slope * normal;
        }
        wet_neighbours = 0u;
        for (var j = -1; j <= 1; j++) {
            for (var i = -1; i <= 1; i++) {
                if (i == 0 && j == 0) {
                    continue;
                }
                let other = cells[index(column(x + i, params.left), clamped(y + j, params.height))];
                if (other.depth > DRY) {
                    wet_neighbours += 1u;
                }
            }
        }
        var cell = here;
        let rate = params.dt / params.dx;
        cell.depth = max(here.depth + rate * change.water, 0.0);
        cell.flow = here.flow + rate * change.momentum;
        if (params.mode % 2u == 1u) {
            cell.depth += params.dt * rain(id.x, id.y);
        }
        if (params.mode / 2u % 2u == 1u) {
            cell.depth += params.dt * sources(id.x, id.y);
        }
        if (cell.depth < DRY || wet_neighbours == 0u) {
            cell.flow = vec2(0.0);
            cell.age = 0u;
        } else {
            let drag = 1.0 + params.dt * params.friction * length(velocity(cell)) / cell.depth;
            cell.flow /= drag;
            cell.age = min(here.age + 1u, 255u);
        }
        let carried = params.lift * length(velocity(cell));
        cell.sediment = max(here.sediment + rate * change.sediment + params.dt * (carried - params.settle), 0.0);
        let own = index(id.x, id.y);
        next[own] = cell;
        picture[own] = shade(cell, level);
        speed = change.speed;
    }
    fastest[local] = speed;
    workgroupBarrier();
    for (var half = WORKGROUP * WORKGROUP / 2u; half > 0u; half /= 2u) {
        if (local < half) {
            fastest[local] = max(fastest[local], fastest[local + half]);
        }
        workgroupBarrier();
    }
    if (local == 0u) {
        speeds[group.y * groups.x + group.x] = fastest[0];
    }
}
