package draw

// starters are what long searches found for fields where a short one does not reach the bound; see find_test.go.
var starters = []starter{
	{12, 4, 1, 13, "46201378b95a16a03582b47994513b802a6707563a84192b"},
	{13, 3, 1, 9, "9c52a13460b87c4786a02915b37abc132856094"},
	{13, 4, 1, 22, "1c7856b203a94843b6a0792c5198a2041567c3b7352c94681a0b"},
	{17, 5, 3, 23, "d80356fab24g1ce794a9d6c7gf20eb1538"},
	{17, 6, 3, 36, "340g7ba2cf1ed698560c35f7bd8ga9e241"},
	{18, 5, 3, 31, "84g1ad05ce72b369fhag9e7d8hfc5136b240"},
	{20, 6, 3, 9, "7bfi835acj42dhe9g061ie40a2b517d89j6fcg3h"},
	{21, 5, 5, 5, "k8h46id32a17e95fcjb0g"},
	{21, 6, 3, 15, "dag58h74j29b3fi06ek1cj6d91h0c23a8ie54gfkb7"},
	{21, 7, 7, 35, "597d03ke6b4ia8jg2hcf1"},
	{22, 5, 3, 8, "fdej9a83c625l4gi7kh01bf2h41j7k9lc08gdb65ie3a"},
	{22, 6, 3, 12, "0jk4fld38b95a12cgih76e1b6j8ed2hfka5g7039i4lc"},
	{23, 5, 3, 3, "li08bc3dejgf2h597641amk2h43fm6cag9li01e7b5kdj8"},
	{23, 6, 2, 26, "41cmabi7jh30f8g6e5kl9d2fk624ljgcbdhea953mi817093bgf1d804keaj7c52l6him"},
	{24, 8, 4, 28, "aijdc1gnlk5f67bh29em843052ibf17enhj096k3mac84dgl"},
	{25, 7, 8, 24, "j67140nfdo5mhakl839e2icgb"},
	{25, 8, 8, 32, "jml6ena1034fi9b8o2kch5d7g"},
	{26, 8, 8, 40, "h4bol85ejmk2g6cp97iafdn301"},
	{27, 6, 3, 0, "qmnfp1kiecg04do735hajbl9628nk643leajc79h0f8i5o1m2bdpgq"},
	{27, 8, 8, 44, "6qhfm38pod4jn5li170ae2gk9cb"},
	{30, 6, 6, 0, "2q49lsn78cadgrjt10keibo63f5mhp"},
	{31, 6, 6, 0, "47pfjeu5stl09dan18i26bmr3gcqohk"},
	{31, 7, 7, 0, "3ktcs0odr1hb8upi92g456ql7mneafj"},
}
