import { startOnPglite, startWorkers } from "./conformance-targets.ts"
import { describeHeld } from "./describe-held.ts"

// What the server adds to the kit knows nothing of kinds, and where the kit is in the test's process most laws are held on
// each database. These are the laws of who is let in and of whose something is, and what a family has alone, which take some
// 20 s on each; the long run holds all. processes.test.ts holds what is stored, also where processes race.

describeHeld("the server on PGlite", startOnPglite, {
  laws: ["R1", "A3", "A5", "A7", "M1", "M3", "D1", "D2", "D3", "X1", "X2", "X3", "F1", "H1", "G2"],
  quick: true
})
describeHeld("the server with two workers on PostgreSQL", startWorkers, {
  laws: ["R3", "A1", "A2", "A5", "C1"],
  quick: true
})
