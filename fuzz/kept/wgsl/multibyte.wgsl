// ä€😀
@compute @workgroup_size(1) fn äö(){ let € = 1; }