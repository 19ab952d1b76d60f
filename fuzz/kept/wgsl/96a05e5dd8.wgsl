// Identifiers outside ASCII.
@grouÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿp(0) @binding(0) var<storage, read> grÃ¶ÃŸe: array<u32>;
@group(0) @binding(id.x < arrayLength(&grÃ¶ÃŸe)) {
        çµæžœ[id.x] = grÃ¶ÃŸe[id.x]  {
        çµæžœ[id.x] = grÃ¶ÃŸe[id.x] + Î´;
    }
}
