// More kills, some of workers that stand still and come back.
await import("./kills.test.ts")
