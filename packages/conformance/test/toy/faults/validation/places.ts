import type { Faults } from "../fault.ts"
import { changing, columns, paths, positions } from "./wrong.ts"

export const places: Faults = {
  "counts lines from 0": {
    law: "V5",
    requirement: "V5.position",
    wrong: positions(({ line, column }) => ({ line: line - 1, column }))
  },
  "counts columns from 0": {
    law: "V5",
    requirement: "V5.position",
    wrong: positions(({ line, column }) => ({ line, column: column - 1 }))
  },
  "tells the line after that of a mistake": {
    law: "V5",
    requirement: "V5.position",
    wrong: positions(({ line, column }) => ({ line: line + 1, column }))
  },
  "counts columns in characters": {
    law: "V5",
    requirement: "V5.position",
    wrong: columns((before) => [...before].length)
  },
  "counts columns in bytes": {
    law: "V5",
    requirement: "V5.position",
    wrong: columns((before) => Buffer.byteLength(before))
  },
  "counts a tab as eight columns": {
    law: "V5",
    requirement: "V5.position",
    wrong: columns((before) => before.replaceAll("\t", " ".repeat(8)).length)
  },
  "counts a tab of code as two columns": {
    law: "V5",
    requirement: "V5.position",
    wrong: columns((before) => before.replaceAll("\t", "  ").length, "/source/code")
  },
  "counts no byte order mark": {
    law: "V5",
    requirement: "V5.position",
    wrong: columns((before) => before.replace(/^\ufeff/, "").length)
  },
  "counts lines of code from the first that has something in it": {
    law: "V5",
    requirement: "V5.position",
    wrong: positions(
      ({ line, column }, text) => ({ line: line - /^\s*/.exec(text)![0].split("\n").length + 1, column }),
      "/source/code"
    )
  },
  "counts columns of what it has composed": {
    law: "V5",
    requirement: "V5.position",
    wrong: columns((before) => before.normalize("NFC").length)
  },
  "counts CR and LF as two lines": {
    law: "V5",
    requirement: "V5.position",
    wrong: positions(({ line, column }, text) => ({
      line:
        line +
        (text
          .split("\n")
          .slice(0, line - 1)
          .join("\n")
          .match(/\r/g)?.length ?? 0),
      column
    }))
  },
  "tells offsets in the whole text for columns": {
    law: "V5",
    requirement: "V5.position",
    wrong: positions((position, text) => {
      const before = text
        .split("\n")
        .slice(0, position.line - 1)
        .join("\n").length
      return { line: 1, column: before + position.column }
    })
  },
  "tells the beginning of every text": {
    law: "V5",
    requirement: "V5.position",
    wrong: positions(() => ({ line: 1, column: 1 }))
  },
  "tells positions in formulas from 0": {
    law: "V5",
    requirement: "V5.position",
    wrong: columns((before) => before.length - 1, "/source/expression")
  },
  "tells the list that has a wrong field": {
    law: "V2",
    requirement: "validation.path",
    wrong: paths((path) => path.replace(/\/\d+.*/, ""))
  },
  "counts the items of lists from 1": {
    law: "V2",
    requirement: "validation.path",
    wrong: paths((path) => path.replace(/\d+/, (n) => String(Number(n) + 1)))
  },
  "writes paths with dots": {
    law: "V2",
    requirement: "validation.path",
    wrong: paths((path) => path.slice(1).replaceAll("/", "."))
  },
  "writes paths as those of URLs": { law: "V2", requirement: "validation.path", wrong: paths((path) => `#${path}`) },
  "tells every mistake of the definition as a whole": {
    law: "V2",
    requirement: "validation.path",
    wrong: changing(({ position: _, ...issue }) => ({ ...issue, path: "" }))
  },
  "tells the field of the column for that of the filter": {
    law: "V2",
    requirement: "validation.path",
    wrong: paths((path) => path.replace("filters", "columns"))
  }
}
