// Type aliases and predeced short names.
alias Index = u16;
alias Point = vec3f;
alžþÿÿÿÿÿÿÿup(0) @binding(1) var<storage, read_w¯¯¯¯¯¯¯¯rayLength(&points)) {
        frames[i] = Frame(points[i], points[i].zyx);
    }
}
