#!/usr/bin/env bash
# The tests under Khronos' Vulkan validation layer: fails if a test does, or if the layer says anything about how Vulkan
# is used that scripts/validation-known.txt does not explain.
#
# Usage: scripts/validate.sh [ARGUMENTS OF CARGO TEST...]
#
# Without arguments, every test. What the layer said is in target/validate/messages.txt.
#
# The layer is put in by the Vulkan loader and writes to a pipe of this script's. wgpu can put it in as well (WGPU_VALIDATION=1),
# but then drops some messages and gives the others to `log`, which most tests don't print, nor the processes that they
# start. A file wouldn't do in place of the pipe: every instance of every process would empty it first.

source "$(dirname "$0")/lib.sh"
out=$PWD/target/validate
known=scripts/validation-known.txt
cargo=(${CARGO:-cargo} test --workspace --all-features)

main() {
    [ "$(uname -s)" = Linux ] || die "make validate is for Linux"
    CI=true scripts/rig.sh --with-layer
    # shellcheck source=/dev/null
    source target/rig/env.sh
    mkdir -p "$out"
    write_settings
    "${cargo[@]}" --test validation --no-run

    say "the layer has to see a misuse, here and in a child process"
    for test in misuse misuse_in_a_child; do
        listen "${cargo[@]}" --quiet --test validation -- --ignored --exact "$test" >"$out/misuse.log" 2>&1 ||
            { cat "$out/misuse.log" && die "the misuse failed"; }
        has VUID-vkResetFences-fenceCount-arraylength "$test"
        has SYNC-HAZARD-WRITE-AFTER-WRITE "$test"
    done

    local result=0
    listen "${cargo[@]}" --no-fail-fast "$@" || result=$?
    report $#
    [ $result = 0 ] || die "tests failed"
}

# The messages of three devices, each of them asked.
has() { # MESSAGE-ID TEST
    local count
    count=$(grep -c "\[ $1 \]" "$out/messages.txt") || true
    ((count >= 3)) || die "the layer is not at work: $2 brought $1 $count times, not three. See $out"
}

# Every message counts, also the same one again. Synchronisation is watched too. Shaders that passed before are looked at
# again. Of what is only information, one is of use: that the layer is in a new instance.
write_settings() {
    cat >"$out/settings.txt" <<SETTINGS
khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG
khronos_validation.log_filename = $out/pipe
khronos_validation.report_flags = error,warn,info
khronos_validation.enable_message_limit = false
khronos_validation.validate_sync = true
khronos_validation.check_shaders_caching = false
SETTINGS
    rm -f "$out/pipe"
    mkfifo "$out/pipe"
}

# Runs a command with the layer in every Vulkan instance that it makes; what the layer says goes to messages.txt.
listen() { # COMMAND...
    local reader writer result=0
    cat "$out/pipe" >"$out/messages.txt" &
    reader=$!
    # Holds the pipe open, so that it does not end with the first process that closes it.
    exec {writer}>"$out/pipe"
    VK_LAYER_PATH=$PWD/target/rig VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation VK_LAYER_SETTINGS_PATH=$out/settings.txt \
        "$@" {writer}>&- | grep -v '^Validation Layer Info - Logging validation error to' || result=$?
    exec {writer}>&-
    wait $reader
    return $result
}

# Fails where a message is left that nothing explains.
report() { # NUMBER OF ARGUMENTS: a known message that did not come is told of only where every test ran
    awk -F ' [|] ' -v all=$(($1 == 0)) '
        FILENAME == ARGV[1] {
            if (/^[^#]/) { n++; id[n] = $1; whose[n] = $2; part[n] = $3; seen[n] = 0 }
            next
        }
        # Not at the start of a line only: where two processes write at once, a long text may be cut by another.
        /Validation Information: \[ / {
            end()
            if (/CreateInstance-status/) instances++
            inside = 0
            next
        }
        match($0, /Validation [A-Z][A-Za-z ]+: \[ [^ ]+/) {
            end()
            now = substr($0, RSTART, RLENGTH)
            sub(/.* /, "", now)
            text = ""
            inside = 1
            next
        }
        /^Objects: / { inside = 0 }
        inside && NF { text = text "    " $0 "\n" }
        END {
            end()
            for (i = 1; i <= n; i++) if (seen[i] || all) printf "known, %s: %s, %d times\n", whose[i], id[i], seen[i]
            for (what in left) { printf "\nNOT KNOWN, %d times: %s\n", left[what], what; wrong = 1 }
            printf "%d messages from %d Vulkan instances\n", total, instances
            if (all && !instances) wrong = 1
            exit wrong
        }
        function end(    i) {
            if (now == "") return
            total++
            for (i = 1; i <= n; i++)
                if (id[i] == now && (part[i] == "*" || index(text, part[i]))) { seen[i]++; now = ""; return }
            # The same again, but for its numbers, is the same.
            gsub(/0x[0-9a-f]+|%?[0-9]+/, "*", text)
            left[now "\n" text]++
            now = ""
        }
    ' "$known" "$out/messages.txt" || die "the validation layer has something to say: see $out/messages.txt"
}

main "$@"
