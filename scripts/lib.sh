# shellcheck shell=bash
# Shared by the scripts beside it, which source it: the repository, messages, apt, and what Vulkan there is.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PATH:${HOME:-/root}/.cargo/bin:/usr/sbin:/sbin" # a fresh rustup; ldconfig

# EGL prints an error where there is no runtime folder.
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
    export XDG_RUNTIME_DIR=$PWD/target/run
    mkdir -p "$XDG_RUNTIME_DIR" && chmod 700 "$XDG_RUNTIME_DIR"
fi

say() { printf 'polygpu: %s\n' "$*"; }
warn() { say "$@" >&2; }
die() {
    warn "$@"
    exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# Installs packages where that can be done without asking: Debian's apt-get, as root.
apt_install() {
    have apt-get && [ "$(id -u)" = 0 ] || return 1
    say "installing $* with apt-get"
    local apt=(apt-get -qq -y -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120)
    export DEBIAN_FRONTEND=noninteractive
    # The package lists may be missing or out of date, so a failure counts only once they are fresh.
    "${apt[@]}" install --no-install-recommends "$@" </dev/null >/dev/null 2>&1 ||
        { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "$@" >/dev/null; } </dev/null
}

# The driver description files (ICD json) that the Vulkan loader reads, one a line, in its order.
icd_files() {
    local dirs entry file
    if [ -n "${VK_DRIVER_FILES:-${VK_ICD_FILENAMES:-}}" ]; then
        dirs=${VK_DRIVER_FILES:-$VK_ICD_FILENAMES}
    else
        dirs=${VK_ADD_DRIVER_FILES:-}:$(system_icd_dirs)
    fi
    while IFS= read -r -d : entry; do
        for file in "$entry" "$entry"/*.json; do
            if [ -f "$file" ]; then printf '%s\n' "$file"; fi
        done
    done <<<"$dirs:"
}

system_icd_dirs() {
    local entry home=${HOME:-/root}
    while IFS= read -r -d : entry; do
        if [ -n "$entry" ]; then printf '%s/vulkan/icd.d:' "$entry"; fi
    done <<<"${XDG_CONFIG_HOME:-$home/.config}:${XDG_CONFIG_DIRS:-/etc/xdg}:/etc:${XDG_DATA_HOME:-$home/.local/share}:${XDG_DATA_DIRS:-/usr/local/share:/usr/share}:"
}

# The path of a shared library by its file name, as the dynamic linker would find it.
find_library() {
    local dir path abi
    abi=$(uname -m)-linux-gnu
    path=$(ldconfig -p 2>/dev/null | awk -v name="$1" '$1 == name && !found { found = $NF } END { print found }') || path=
    if [ -n "$path" ]; then
        printf '%s\n' "$path"
        return
    fi
    while IFS= read -r -d : dir; do
        if [ -n "$dir" ] && [ -e "$dir/$1" ]; then
            printf '%s\n' "$dir/$1"
            return
        fi
    done <<<"${LD_LIBRARY_PATH:-}:/usr/local/lib:/usr/lib/$abi:/lib/$abi:/usr/lib64:/lib64:/usr/lib:/lib:"
    return 1
}

# The driver library that an ICD json names; fails where it names one that is not there.
icd_library() {
    local path
    path=$(sed -n 's/.*"library_path"[[:space:]]*:[[:space:]]*"\([^"]*\)".*/\1/p' "$1" | head -n 1)
    case $path in
    '') return 1 ;;
    /*) ;;
    */*) path=$(dirname "$1")/$path ;;
    *) path=$(find_library "$path") || return 1 ;;
    esac
    [ -e "$path" ] && printf '%s\n' "$path"
}

is_software() { # LIBRARY
    case $(basename "$1") in
    *lvp* | *lavapipe* | *swrast* | *swiftshader*) return 0 ;;
    *) return 1 ;;
    esac
}

exists() { # PATH...: whether any of them is there; for patterns that may match nothing
    local path
    for path in "$@"; do
        if [ -e "$path" ]; then return 0; fi
    done
    return 1
}

has_gpu() { exists /dev/dri/renderD* /dev/nvidia[0-9]* /dev/kfd /dev/dxg /dev/mali* /dev/kgsl-3d0; }

# Whether there is a card that a driver could be for: Mesa installs drivers for cards that the machine need not have.
has_card_of() { # LIBRARY
    case $(basename "$1") in
    *nvidia*) exists /dev/nvidia[0-9]* /dev/dxg ;;
    *intel*) has_render_node 0x8086 ;;
    *radeon* | *amdvlk*) has_render_node 0x1002 ;;
    *nouveau*) has_render_node 0x10de ;;
    *virtio*) has_render_node 0x1af4 ;;
    *) has_gpu ;;
    esac
}

has_render_node() { # PCI-VENDOR
    exists /dev/dri/renderD* && grep -qsx "$1" /sys/class/drm/renderD*/device/vendor
}

# The Vulkan drivers that can work here, one library a line: software drivers always, a card's only beside a card.
vulkan_drivers() {
    local file library
    icd_files | while IFS= read -r file; do
        library=$(icd_library "$file") || continue
        if is_software "$library" || has_card_of "$library"; then printf '%s\n' "$library"; fi
    done
}

has_gpu_driver() {
    local library
    while IFS= read -r library; do
        if [ -n "$library" ] && ! is_software "$library"; then return 0; fi
    done <<<"$(vulkan_drivers)"
    return 1
}
