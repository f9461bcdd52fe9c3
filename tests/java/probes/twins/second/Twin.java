package second;

import weave.probe.Probe;

@Probe(name = "Twin")
public class Twin {}
