import { assert, describe, it } from "vitest"
import { isForeignText } from "../src/internal/refused-header.ts"

describe("a content type", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "application/json; charset=utf8",
    'application/json; charset="UTF8" ; odata=verbose',
    "application/json;",
    "application/json; odata=verbose",
    "application/json; charset=utf-8; indent=2",
    "text/csv; header=present"
  ])("RFC 8259 11: %j is UTF-8, whatever its other parameters say", (type) => {
    assert.isFalse(isForeignText(type))
  })

  it.each([
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-16",
    "application/json; charset=utf-8x",
    "application/json; charset=",
    "application/json; charset=utf-8; charset=latin1",
    'application/json; a="b"; CharSet = "utf-7"'
  ])("%j is another text", (type) => {
    assert.isTrue(isForeignText(type))
  })
})
