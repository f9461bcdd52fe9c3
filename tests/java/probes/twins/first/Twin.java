package first;

import weave.probe.Probe;

@Probe(name = "Twin")
public class Twin {}
