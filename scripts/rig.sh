#!/usr/bin/env bash
# The software rig: three Vulkan adapters of two vendors on a machine without a GPU, under target/rig.
#
#   lavapipe     Mesa's software driver, as mesa-vulkan-drivers installs it
#   lavapipe 2   a copy of its library under another name, which the loader takes for another driver
#   SwiftShader  out of Debian's chromium-common package, which is unpacked and not installed
#
# and, out of the same package, Khronos' validation layer, which nothing loads by itself (scripts/validate.sh does).
#
# Usage: scripts/rig.sh [--unless-gpu] [--with-layer] [COMMAND...]
#
# Makes the rig, or what is missing of it, and runs COMMAND on it. `source target/rig/env.sh` does the same for a shell.
# Where it can't be made, COMMAND runs on whatever adapters the system shows; with CI=true that is a failure instead.
# --unless-gpu prefers the system's adapters where there is a GPU with a driver. With --with-layer, a rig without the
# validation layer is none.

source "$(dirname "$0")/lib.sh"
rig=$PWD/target/rig
arch=$(uname -m)
with_layer=no

main() {
    local unless_gpu=no
    while :; do
        case ${1:-} in
        --unless-gpu) unless_gpu=yes ;;
        --with-layer) with_layer=yes ;;
        *) break ;;
        esac
        shift
    done
    if [ $unless_gpu = yes ] && has_gpu_driver; then
        say "there is a GPU: no software rig"
    elif make_rig; then
        say "software rig: lavapipe, lavapipe 2, SwiftShader (target/rig)"
        # shellcheck source=/dev/null
        source "$rig/env.sh"
    elif [ "${CI:-}" = true ]; then
        die "no software rig, which CI=true requires"
    else
        say "no software rig: going on with the adapters that the system shows"
    fi
    if [ $# -gt 0 ]; then exec "$@"; fi
}

# Every part is made anew or found to be right, so this also mends a half-made, outdated or moved rig. (Called in a
# condition, where bash does not stop at failures by itself: hence the &&.)
make_rig() {
    if [ "$(uname -s)" != Linux ]; then
        say "the software rig is for Linux"
        return 1
    fi
    mkdir -p "$rig" && rm -f "$rig/env.sh" && make_lavapipes && make_swiftshader && make_layer && write_env
}

make_lavapipes() {
    local icd library api copy=$rig/libvulkan_lvp2.so
    icd=$(find_lavapipe) || { apt_install libvulkan1 mesa-vulkan-drivers && icd=$(find_lavapipe); } || {
        warn "lavapipe is missing. On Debian, as root: apt-get update && apt-get install -y libvulkan1 mesa-vulkan-drivers"
        return 1
    }
    library=$(icd_library "$icd")
    api=$(sed -n 's/.*"api_version"[[:space:]]*:[[:space:]]*"\([^"]*\)".*/\1/p' "$icd" | head -n 1)
    replace "$library" "$copy" && write_icd lvp "$library" "$api" && write_icd lvp2 "$copy" "$api"
}

# lavapipe's ICD json among the system's: an earlier VK_DRIVER_FILES does not count.
find_lavapipe() {
    local file
    while IFS= read -r file; do
        case $(basename "$file") in
        lvp_icd.json | "lvp_icd.$arch.json")
            if icd_library "$file" >/dev/null; then
                printf '%s\n' "$file"
                return
            fi
            ;;
        esac
    done <<<"$(unset VK_DRIVER_FILES VK_ICD_FILENAMES && icd_files)"
    return 1
}

make_swiftshader() {
    get libvk_swiftshader.so || {
        warn "SwiftShader is missing. It comes from Debian's package chromium-common, through apt-get download"
        return 1
    }
    write_icd swiftshader "$rig/libvk_swiftshader.so" 1.1.0
}

# The package has no description of the layer. The extensions are those that programs ask for in the layer's name.
make_layer() {
    local library=libVkLayer_khronos_validation.so
    if [ $with_layer = no ]; then return; fi
    get $library || {
        warn "the validation layer is missing. It comes from Debian's package chromium-common, through apt-get download"
        return 1
    }
    loads "$rig/$library" || return 1
    cat >"$rig/VkLayer_khronos_validation.json" <<LAYER
{"file_format_version": "1.1.0", "layer": {"name": "VK_LAYER_KHRONOS_validation", "type": "GLOBAL",
"library_path": "$rig/$library", "api_version": "1.4.0", "implementation_version": "1", "description": "Khronos' validation",
"instance_extensions": [{"name": "VK_EXT_debug_utils", "spec_version": "2"}, {"name": "VK_EXT_validation_features", "spec_version": "6"}]}}
LAYER
}

# A library of Chromium's: there already, of a Chromium that is installed, or out of the package.
get() { # LIBRARY
    local dir
    if [ -e "$rig/$1" ]; then return; fi
    for dir in /usr/lib/chromium /usr/lib64/chromium /opt/google/chrome; do
        if [ -e "$dir/$1" ]; then
            replace "$dir/$1" "$rig/$1"
            return
        fi
    done
    fetch && [ -e "$rig/$1" ]
}

# Downloads the package to a folder of our own, so that no root is needed, and takes the libraries out of it.
fetch() (
    have apt-get && have dpkg-deb || return 1
    say "fetching SwiftShader and the validation layer (26 MB, once) out of Debian's chromium-common"
    tmp=$(mktemp -d "$rig/fetch.XXXXXX")
    trap 'rm -rf "$tmp"' EXIT
    cd "$tmp" || return 1
    apt=(apt-get -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=30 -o APT::Sandbox::User=root)
    if ! "${apt[@]}" download chromium-common >/dev/null 2>&1; then
        # No package lists, or old ones: fetch fresh ones beside the system's.
        mkdir -p state/lists/partial cache/archives/partial || return 1
        apt+=(-o "Dir::State=$tmp/state" -o "Dir::State::status=/var/lib/dpkg/status" -o "Dir::Cache=$tmp/cache")
        "${apt[@]}" update >/dev/null || return 1
        "${apt[@]}" download chromium-common >/dev/null || return 1
    fi
    # One may be missing where the other is wanted: `get` looks.
    for library in libvk_swiftshader.so libVkLayer_khronos_validation.so; do
        dpkg-deb --fsys-tarfile chromium-common_*.deb | tar -xf - "./usr/lib/chromium/$library" &&
            replace "usr/lib/chromium/$library" "$rig/$library" || true
    done
)

replace() { # FROM TO: a copy that is whole or not there
    if cmp -s "$1" "$2"; then return; fi
    cp -L "$1" "$2.$$" && mv "$2.$$" "$2"
}

loads() { # LIBRARY
    if ldd "$1" 2>&1 | grep 'not found' >&2; then
        warn "$1 does not load here"
        return 1
    fi
}

write_icd() { # NAME LIBRARY API-VERSION
    loads "$2" || return 1
    printf '{"file_format_version": "1.0.0", "ICD": {"library_path": "%s", "api_version": "%s"}}\n' "$2" "$3" >"$rig/$1.json"
}

write_env() {
    local drivers
    drivers=$(printf '%q' "$rig/lvp.json:$rig/lvp2.json:$rig/swiftshader.json")
    cat >"$rig/env.sh.$$" <<END
# Made by scripts/rig.sh: whatever runs after \`source target/rig/env.sh\` runs on the rig.
export VK_DRIVER_FILES=$drivers
export VK_ICD_FILENAMES=\$VK_DRIVER_FILES
unset VK_ADD_DRIVER_FILES VK_LOADER_DRIVERS_SELECT VK_LOADER_DRIVERS_DISABLE POLYGPU_VISIBLE_DEVICES
export POLYGPU_RIG=1 # tests fail, not skip, where an adapter is missing
export POLYGPU_ALLOW_SOFTWARE=1 # also where the machine has a GPU, which the rig hides
if [ -z "\${XDG_RUNTIME_DIR:-}" ]; then # EGL prints an error where there is none
    export XDG_RUNTIME_DIR=$(printf '%q' "$rig/run")
    mkdir -p "\$XDG_RUNTIME_DIR" && chmod 700 "\$XDG_RUNTIME_DIR"
fi
END
    mv "$rig/env.sh.$$" "$rig/env.sh"
}

main "$@"
