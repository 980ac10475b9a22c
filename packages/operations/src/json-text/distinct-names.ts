import { randomInt } from "node:crypto"

/** Of the process, so that nobody can send names of one hash. */
const seed = randomInt(2 ** 31)

/** Counts names that differ, by 64 bits of their hashes: of so many at most, of which two that are taken for one are never seen. */
export const makeDistinctNames = (most: number) => {
  // A power of two that they fill to two fifths at most, so that each is found in a step or two.
  const slots = 2 ** Math.ceil(Math.log2(most * 2.5))
  const table = new Int32Array(2 * slots)
  let count = 0
  return {
    /** Takes the name between two indexes, and tells whether there are more than may be. */
    exceeds: (bytes: Uint8Array, start: number, end: number): boolean => {
      let first = seed
      let second = ~seed
      for (let at = start; at < end; at++) {
        first = Math.imul(first ^ bytes[at]!, 0x0100_0193)
        second = Math.imul(second + bytes[at]!, 0x9e37_79b1) ^ (second >>> 15)
      }
      // None is zero, which is a slot without a name.
      second ||= 1
      let slot = (first ^ (first >>> 15)) & (slots - 1)
      while (table[2 * slot + 1] !== 0) {
        if (table[2 * slot] === first && table[2 * slot + 1] === second) return false
        slot = (slot + 1) & (slots - 1)
      }
      table[2 * slot] = first
      table[2 * slot + 1] = second
      return ++count > most
    }
  }
}
