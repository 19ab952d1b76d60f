#!/usr/bin/env bash
# Checks what a build and a run need: Rust, a linker, make, a Vulkan driver. Installs the linker and a software Vulkan
# driver where that can be done without asking (Debian, as root); otherwise names the command that mends it and stops.
#
# Usage: scripts/preflight.sh [COMMAND...]
#
# COMMAND runs when all is there.

source "$(dirname "$0")/lib.sh"

main() {
    check_rust
    check_linker
    check_make
    if [ "$(uname -s)" = Linux ]; then check_vulkan; fi
    if [ $# -gt 0 ]; then exec "$@"; fi
}

check_rust() {
    local install="curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh" wanted found update
    have rustc || die "rustc is missing. Install Rust: $install"
    have cargo || die "cargo is missing. Install Rust: $install"
    wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
    found=$(rustc --version | cut -d ' ' -f 2)
    if have rustup; then update="rustup update stable && rustup default stable"; else update=$install; fi
    at_least "$found" "$wanted" || die "rustc is $found, polygpu needs $wanted. Update Rust: $update"
    say "rustc $found"
}

at_least() { # FOUND WANTED, as major.minor
    local found_major found_minor major minor _
    IFS=.- read -r found_major found_minor _ <<<"$1"
    IFS=.- read -r major minor _ <<<"$2"
    ((found_major > major || (found_major == major && found_minor >= ${minor:-0})))
}

check_linker() {
    if have cc; then return; fi
    apt_install gcc libc6-dev || true
    have cc || die "the linker cc is missing. $(mend "your system's C compiler" gcc libc6-dev)"
}

check_make() {
    have make || die "make is missing. $(mend make make)"
}

check_vulkan() {
    local missing=() drivers
    if ! find_library libvulkan.so.1 >/dev/null; then missing+=(libvulkan1); fi
    drivers=$(vulkan_drivers)
    if [ -z "$drivers" ]; then
        if [ -n "${VK_DRIVER_FILES:-${VK_ICD_FILENAMES:-}}" ]; then
            die "VK_DRIVER_FILES or VK_ICD_FILENAMES is set and names no driver that is there. Unset it: unset VK_DRIVER_FILES VK_ICD_FILENAMES"
        fi
        missing+=(mesa-vulkan-drivers)
    fi
    if [ ${#missing[@]} -gt 0 ]; then
        if [ -z "$drivers" ]; then
            say "no Vulkan driver that works here: neither a GPU's nor a software one"
        else
            say "the Vulkan loader libvulkan.so.1 is missing"
        fi
        apt_install "${missing[@]}" || die "Vulkan is needed. $(mend "the Vulkan loader and a driver" "${missing[@]}")"
        drivers=$(vulkan_drivers)
    fi
    [ -n "$drivers" ] || die "${missing[*]} was installed, yet no Vulkan driver was found"
    say "Vulkan drivers: $(awk -F / '{ print $NF }' <<<"$drivers" | paste -sd ' ' -)"
    if has_gpu && ! has_gpu_driver; then
        warn "the machine shows a GPU, but no Vulkan driver for it is installed or visible here: only software will run"
    fi
}

mend() { # WHAT PACKAGE...: the command that installs it
    local what=$1
    shift
    if have apt-get; then
        printf 'Run as root: apt-get update && apt-get install -y %s' "$*"
    else
        printf 'Install %s with the package manager of this system (Debian: %s)' "$what" "$*"
    fi
}

main "$@"
