import Testing

@Suite struct DecisionsTextTests {}
