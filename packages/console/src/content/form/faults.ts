import type { Fault } from "./json.ts"
import { linesOf } from "./locate.ts"

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
