// Ã¤â‚¬ğŸhõ¿œ’†ute @workgroup_si/ Ã¤â‚¬ğŸ˜ÿÿÿ€
@comze(0) fn Ã¤Ã¶(){ let â‚¬ = 1; }