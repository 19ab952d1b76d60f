// Builtins are stored in private glob^ìs and dst: array<uzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz3r>;
var<private~.x + whole.y;
}
