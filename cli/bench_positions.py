"""The fixed set of `catbox bench`. A change of it changes the signature.

The positions with P players and T tricks to go come, less the discards, from
`catbox deal --players P --tricks-left T --follow 0.85 --seed PT`.
"""

PARANOID = """\
...../...../...#./.#.#. 112234555/112333445 RBYG/RBYG 0/0 - A
...../...../....#/.#..# 111224445/122333345 RBYG/RBYG 0/0 - A
...../...../..#../.##.. 123344555/111222455 RBYG/RBYG 0/0 - A
....../.C..AB/....../C..BA. 1133455/2223344/1145666 RBYG/RBYG/RBYG 1/1/0 4/1/3 A
....../.CA.AC/.B..../..B... 1223366/1113456/1244555 RBYG/RYG/RBYG 1/0/1 3/1/4 A
....../CABBCA/....../...... 1133455/1223466/1224466 RBYG/RBYG/RBYG 1/0/1 1/4/1 A
.D....../..BD..CA/.....D../.BAAC.BC 333448/255788/112566/111477 RBYG/RBYG/RBYG/RBY 1/0/1/1 3/3/3/3 A
DA...BDC/..B.AC../B......./C..DA... 134778/334456/224668/255778 RBYG/RBY/RBYG/RYG 1/0/1/1 1/1/3/1 C
........B/CB.A.DE../A.DA.CE.C/..D...B.E 23688/12557/22347/18899/34556 RBY/RBG/RBY/RBYG/RBYG 0/1/0/0/2 1/2/3/1/2 B
.......D./.CBAD.E.B/D.E..BA.C/CACD.EEBA 1569/4448/6688/2233/1579 RBYG/RBY/RBYG/RBY/RBYG 0/2/1/1/0 3/1/1/2/1 D
........./.DACE..BA/BACD.E.A./.EBCDECBD 1126/4778/5679/1259/3345 RBY/RBYG/RBYG/RBYG/RBYG 1/2/0/1/0 1/1/3/3/2 B
"""  # noqa: E501

MAXN = """\
...../A..B./..A#B/..##. 1223445/1112335 RBYG/RBYG 0/2 - B
...../BA.../.B.#A/..##. 1223344/1233555 RBYG/RBYG 2/0 - A
....../BACABC/CBAB.A/.....C 25556/12344/12334 RBYG/RBYG/RBG 3/0/1 3/3/4 C
....../....B./BACC.A/AACBBC 12266/13355/12345 RBYG/RBG/RBYG 1/1/2 4/3/4 B
...BC./C.BCB./.CA.A./AA...B 13446/12223/13566 RYG/RBG/RBY 0/2/2 3/1/4 B
......../.......D/BDDACACB/CCBBD.AA 24667/13566/23488/13477 RBYG/RBYG/RBYG/RBY 2/1/1/0 2/1/1/2 A
B..A.BD./C.A.A..D/DB.ACDCB/.C.D.ACB 1778/2556/3344/2268 RBG/RG/BYG/RBYG 0/2/1/2 2/1/3/3 D
......../DBCDCCAA/.ABBBDC./C..ABDAD 2348/3355/6788/1122 RBYG/RY/RBY/RBYG 3/0/1/1 3/1/1/3 C
.......D./.CBAD.E.B/D.E..BA.C/CACD.EEBA 1569/4448/6688/2233/1579 RBYG/RBY/RBYG/RBY/RBYG 0/2/1/1/0 3/1/1/2/1 D
........./.DACE..BA/BACD.E.A./.EBCDECBD 1126/4778/5679/1259/3345 RBY/RBYG/RBYG/RBYG/RBYG 1/2/0/1/0 1/1/3/3/2 B
"""

POSITIONS = tuple(
    (model, line) for model, lines in (("paranoid", PARANOID), ("maxn", MAXN)) for line in lines.splitlines()
)
"""(model, position)."""
