#!/usr/bin/env bash
# Tries `polygpu doctor` for real: in roots made of copies of this system's Vulkan loader and drivers, with a Radeon on a PCI bus
# that is made up, one part after the other is taken away, and the doctor has to name it.
#
# Usage: scripts/doctor-trials.sh [TRIAL]
#
# Everything happens in a temporary folder and in mount namespaces of their own; the system's files are only read. Needs root,
# and Mesa's driver for Radeons, which drives nothing here but loads. Without these it says so; with CI=true that is a failure.

source "$(dirname "$0")/lib.sh"

slot=0000:03:00.0
failed=0
tried=0

main() {
    local why
    if why=$(what_is_missing); then
        if [ "${CI:-}" = true ]; then die "the doctor's trials can't run: $why"; fi
        say "the doctor's trials were not run: $why"
        return
    fi
    cargo build --workspace --all-features
    work=$(mktemp -d "${TMPDIR:-/tmp}/polygpu-doctor.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    make_root "$work/.base"
    only=${1:-}
    trials
    if [ $failed != 0 ]; then die "$failed of $tried trials of the doctor failed"; fi
    say "$tried trials of the doctor: every cause was named"
}

# What the trials can't do without, and is not there; fails where nothing is missing.
what_is_missing() {
    if [ "$(uname -s)" != Linux ]; then echo "they are for Linux"; return; fi
    if [ "$(id -u)" != 0 ]; then echo "they need root"; return; fi
    if ! unshare -m true 2>/dev/null; then echo "this system allows no mount namespaces"; return; fi
    if ! find_library libvulkan_radeon.so >/dev/null || ! find_library libvulkan.so.1 >/dev/null; then
        apt_install libvulkan1 mesa-vulkan-drivers && find_library libvulkan_radeon.so >/dev/null ||
            { echo "Mesa's driver for Radeons is missing (package mesa-vulkan-drivers)"; return; }
    fi
    return 1
}

# NAME, the code of the root cause, a text that the diagnosis must hold, and what is done to the root ($1).
trials() {
    trial whole driver-shows-nothing "radeon_icd.json names"
    trial loader-removed loader-missing "libvulkan.so.1: not found" 'rm $1$lib/libvulkan.so.1*'
    trial loader-truncated loader-broken "file too short" 'rm $1$lib/libvulkan.so.1 && touch $1$lib/libvulkan.so.1'
    trial manifests-removed icd-missing "/usr/share/vulkan/icd.d: none" 'rm $1$icd/*'
    trial manifest-removed vulkan-driver-missing "lvp_icd.json is for others" 'rm $1$icd/radeon_icd.json'
    trial driver-removed icd-library-missing "libvulkan_radeon.so: not found" 'rm $1$lib/libvulkan_radeon.so'
    trial libdrm-removed icd-dependency-missing "needs libdrm_amdgpu.so.1" 'rm $1$lib/libdrm_amdgpu.so.1'
    trial llvm-removed icd-dependency-missing "needs libLLVM" 'rm $1$lib/libLLVM*'
    trial manifest-broken icd-not-json "radeon_icd.json: " 'replace_file $1$icd/radeon_icd.json "{\"ICD\": {"'
    trial another-manifest-broken icd-not-json "lvp_icd.json: " 'replace_file $1$icd/lvp_icd.json "{\"ICD\": {"'
    trial manifest-of-a-layer icd-invalid "no ICD.library_path" 'replace_file $1$icd/radeon_icd.json "{\"layer\": {}}"'
    trial manifest-without-version icd-invalid "it has no file_format_version" 'replace_file $1$icd/radeon_icd.json "{\"ICD\": {\"library_path\": \"$lib/libvulkan_radeon.so\", \"api_version\": \"1.3.0\"}}"'
    user=65534 trial manifest-unreadable icd-unreadable "sudo chmod a+r" 'replace_file $1$icd/radeon_icd.json x && chmod 600 $1$icd/radeon_icd.json'
    variables="VK_DRIVER_FILES=$icd/lvp_icd.json" trial hidden icd-hidden "unset VK_DRIVER_FILES"
    variables="VK_ICD_FILENAMES=/nowhere.json" trial dangling driver-files-dangling "/nowhere.json: no such file"
    variables="VK_LOADER_DRIVERS_DISABLE=radeon*" trial disabled icd-hidden "VK_LOADER_DRIVERS_DISABLE=radeon*"
    variables="XDG_DATA_DIRS=/opt/share" trial searched-elsewhere icd-hidden "add /usr/share to it"
    trial node-removed render-node-missing "/dev/dri/renderD128: no such file" 'rm $1/dev/dri/renderD128'
    trial node-not-passed render-node-missing "docker run --device /dev/dri" 'rm $1/dev/dri/renderD128 && touch $1/.dockerenv'
    user=65534 trial node-not-permitted node-denied "/dev/dri/renderD128: permission denied" 'chmod 660 $1/dev/dri/renderD128'
    trial kernel-driver-removed kernel-driver-missing "/sys/module/amdgpu: no such file" 'rm $1$bus/driver'
    trial card-removed no-gpu "lists 1 devices" 'replace_file $1$bus/class 0x020000 && rm $1/dev/dri/renderD128'
    trial card-not-on-the-bus no-driver-off-the-bus "/dev/dri/renderD128 is there" 'replace_file $1$bus/class 0x020000'
    trial headless-driver compute-only "sudo apt-get install -y libnvidia-gl-535" 'nvidia_without_graphics $1'
    trial container-without-graphics capabilities-without-graphics "docker run --gpus all" 'nvidia_without_graphics $1 && touch $1/.dockerenv'
}

trial() { # NAME CODE TEXT [CHANGE]
    local name=$1 code=$2 text=$3 change=${4:-true} root=$work/$1 found output
    if [ -n "$only" ] && [ "$only" != "$name" ]; then return; fi
    tried=$((tried + 1))
    cp -al "$work/.base" "$root"
    # A node of its own: what is done to it must not reach the other roots.
    replace_file "$root/dev/dri/renderD128" "" && chmod 666 "$root/dev/dri/renderD128"
    change() { eval "$change"; }
    change "$root"
    output=$(in_root "$root" doctor) || true
    found=$(in_root "$root" doctor --json | sed -n 's/.*"code": "\(.*\)".*/\1/p' | head -n 1) || true
    if [ "$found" = "$code" ] && grep -qF -- "$text" <<<"$output" && error_carries "$root" "$code"; then
        printf '%-28s %s\n' "$name" "$found"
    else
        failed=$((failed + 1))
        warn "$name: the root cause is said to be ${found:-nothing}, and it is $code; the text must hold: $text"
        printf '%s\n' "$output" >&2
    fi
    rm -rf "$root"
}

# The error of a program that finds no GPU carries the cause. Where software takes its place with right, there is no error.
error_carries() { # ROOT CODE
    local output
    if output=$(in_root "$1" devices 2>&1); then return; fi
    grep -qF "($2)" <<<"$output" && grep -qF 'polygpu doctor' <<<"$output"
}

in_root() { # ROOT ARGUMENT...
    local root=$1
    shift
    # shellcheck disable=SC2016,SC2086 # the inner shell expands; the variables are words
    unshare -m --propagation private sh -c '
        root=$1 user=$2
        shift 2
        mount --bind "$PWD/target/debug/polygpu" "$root/polygpu"
        exec chroot --userspec="$user:$user" --groups="$user" "$root" "$@"
    ' sh "$root" "${user:-0}" /usr/bin/env -i HOME=/root ${variables:-} /polygpu "$@" 2>&1
}

replace_file() { # PATH CONTENT: a new file, so that the one it was linked to stays as it is
    rm -f "$1"
    printf '%s' "$2" >"$1"
}

make_root() { # ROOT
    local library
    lib=$(dirname "$(realpath "$(find_library libvulkan.so.1)")")
    icd=/usr/share/vulkan/icd.d
    bus=/sys/bus/pci/devices/$slot
    mkdir -p "$1/usr/lib" "$1/usr/lib64" "$1/usr/bin" "$1$icd" "$1/etc" "$1/dev/dri" "$1$bus/drm/renderD128"
    ln -s usr/lib "$1/lib" && ln -s usr/lib64 "$1/lib64"
    cp -L /etc/os-release "$1/etc/os-release"
    touch "$1/polygpu"
    cp -L /usr/bin/env "$1/usr/bin/env"
    take_libraries "$1" target/debug/polygpu
    take_libraries "$1" /usr/bin/env
    for library in libvulkan.so.1 libvulkan_radeon.so libvulkan_lvp.so; do
        take_library "$1" "$(find_library $library)"
    done
    # The driver, and lavapipe's as a driver of no GPU.
    manifest "$lib/libvulkan_radeon.so" >"$1$icd/radeon_icd.json"
    manifest "$lib/libvulkan_lvp.so" >"$1$icd/lvp_icd.json"
    # A card that the kernel drives.
    echo 0x030000 >"$1$bus/class"
    echo 0x1002 >"$1$bus/vendor"
    echo 0x73bf >"$1$bus/device"
    ln -s ../../../bus/pci/drivers/amdgpu "$1$bus/driver"
    touch "$1/dev/dri/renderD128"
}

manifest() { # LIBRARY
    printf '{"file_format_version": "1.0.0", "ICD": {"library_path": "%s", "api_version": "1.3.0"}}' "$1"
}

take_library() { # ROOT PATH: with those that it needs
    take_file "$1" "$2"
    take_libraries "$1" "$2"
}

take_libraries() { # ROOT PROGRAM
    local path
    ldd "$2" | grep -oE '/[^ ]+' | while IFS= read -r path; do take_file "$1" "$path"; done
}

take_file() { # ROOT PATH: a copy, in its folder behind all links, under the name that is looked for
    local folder
    folder=$(realpath "$(dirname "$2")")
    mkdir -p "$1$folder"
    if [ ! -e "$1$folder/$(basename "$2")" ]; then cp -L "$2" "$1$folder/"; fi
}

# A server's NVIDIA driver, as far as it can be seen: nothing of it is loaded.
nvidia_without_graphics() { # ROOT
    replace_file "$1$bus/vendor" 0x10de
    replace_file "$1$bus/device" 0x20b0
    rm "$1$bus/driver" && ln -s ../../../bus/pci/drivers/nvidia "$1$bus/driver"
    mkdir -p "$1/sys/module/nvidia" && echo 535.161.08 >"$1/sys/module/nvidia/version"
    touch "$1/dev/nvidiactl" "$1/dev/nvidia0" "$1/dev/nvidia-uvm" "$1/dev/nvidia-modeset"
    touch "$1$lib/libcuda.so.1" "$1$lib/libnvidia-ml.so.535.161.08"
    replace_file "$1/etc/os-release" "$(printf 'ID=ubuntu\nPRETTY_NAME="Ubuntu 22.04.4 LTS"\n')"
}

main "$@"
