// Command doko runs club tournaments of Doppelkopf.
package main

func main() {}
