import type { Fault } from "./json.ts"
import { linesOf, type Position, positionsAt, positionsOf } from "./locate.ts"

/** A pointer has names of any length in it. */
const shortened = (pointer: string) => (pointer.length > 200 ? `${pointer.slice(0, 200)}…` : pointer)

/** In which lines of a field places are, and which they are: "line 3, at /columns/0/width". */
export const placesIn = (text: string, pointers: ReadonlyArray<string>): ReadonlyArray<string> => {
  const lines = linesOf(text, pointers)
  return pointers.map((pointer, n) => (pointer === "" ? "" : `line ${lines[n]}, at ${shortened(pointer)}`))
}

/** What is wrong with a field, in sentences: "Settings, line 3, at /columns/0/width: too wide." */
export const saidOf = (label: string, text: string, faults: ReadonlyArray<Fault>): string => {
  const paths = faults.map(({ path }) => path)
  const places = paths.every((path) => path === "") ? paths : placesIn(text, paths)
  return faults
    .map(({ message }, n) => {
      const where = [label, places[n]].filter((words) => words !== "").join(", ")
      return `${where}: ${message.replace(/\.$/, "")}.`
    })
    .join(" ")
}

/** Where faults are in the text of a field. */
export const positionsOfFaults = (text: string, faults: ReadonlyArray<Fault>): ReadonlyArray<Position> => {
  const places = positionsOf(
    text,
    faults.map(({ path }) => path)
  )
  return faults.map(({ offset }, n) => (offset === undefined ? places[n]! : positionsAt(text, [offset])[0]!))
}
