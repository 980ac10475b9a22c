import { drawn } from "@agent-operations/testing/drawn"
import { describe, expect, it, vi } from "vitest"

describe("what a property draws", () => {
  const told = vi.spyOn(console, "log").mockImplementation(() => undefined)

  it("is printed with its shares, of which a run may have several", () => {
    const result = drawn({ even: 0.5, low: 0.3, none: 0 }, (of) => {
      for (let n = 0; n < 10; n++)
        of(n % 2 === 0 ? "even" : undefined, n < 3 ? "low" : undefined, n < 3 ? "low" : undefined)
      return "done"
    })
    expect(result).toBe("done")
    const shares = "even 50 % (at least 50 %), low 30 % (at least 30 %), none 0 % (at least 0 %)"
    expect(told).toHaveBeenLastCalledWith(`Drawn in 10 runs: ${shares}`)
  })

  it("fails where a class is below its share, or nothing was run", async () => {
    const seldom = (of: (name: "rare" | "other") => void) => {
      for (let n = 0; n < 10; n++) of(n === 0 ? "rare" : "other")
    }
    expect(() => drawn({ rare: 0.1, other: 0.9 }, seldom)).not.toThrow()
    expect(() => drawn({ rare: 0.11, other: 0.9 }, seldom)).toThrow("rare 10 % (at least 11 %)")
    await expect(drawn({ rare: 0.11 }, async (of) => seldom(of as never))).rejects.toThrow("rare 10 %")
    expect(() => drawn({ any: 0 }, () => undefined)).toThrow("Drawn in 0 runs")
  })

  it("is not judged where the property itself fails", async () => {
    const fails = () => {
      throw new Error("a counterexample")
    }
    expect(() => drawn({ any: 1 }, fails)).toThrow("a counterexample")
    await expect(drawn({ any: 1 }, async () => fails())).rejects.toThrow("a counterexample")
  })
})
