import { Result } from "effect"
import { isObject } from "../../../src/json.ts"
import { Model } from "../../../src/model/index.ts"
import { isError, type Parts, type Project } from "../parts.ts"
import type { Faults } from "./fault.ts"

/** A value with each object in it changed, the innermost first. */
const mapObjects = (value: unknown, change: (object: Record<string, unknown>) => object): unknown =>
  Array.isArray(value)
    ? value.map((inner) => mapObjects(inner, change))
    : isObject(value)
      ? change(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapObjects(inner, change)])))
      : value

/** Takes what is refused, once it is changed. */
const decoding =
  (change: (body: unknown) => unknown) =>
  (right: Parts): Partial<Parts> => ({
    decode: (operation, body) => {
      const decoded = right.decode(operation, body)
      return Result.isSuccess(decoded) ? decoded : right.decode(operation, change(body))
    }
  })

/** Tells another place of what is wrong. */
const placing =
  (change: (path: string) => string) =>
  (right: Parts): Partial<Parts> => ({
    decode: (operation, body) =>
      Result.mapError(right.decode(operation, body), (error) => {
        const { issues } = error.details as { readonly issues: ReadonlyArray<{ readonly path: string }> }
        return Object.assign(error, { details: { issues: issues.map((one) => ({ ...one, path: change(one.path) })) } })
      })
  })

/** Reads what is refused in another way. */
const reading =
  (read: (bytes: ArrayBuffer) => unknown) =>
  (right: Parts): Partial<Parts> => ({
    readBody: async (request) => {
      const copy = request.clone()
      const body = await right.readBody(request)
      if (Result.isSuccess(body) || body.failure._tag !== "VALIDATION_ERROR") return body
      try {
        const value = read(await copy.arrayBuffer())
        return value === undefined ? body : Result.succeed(value)
      } catch {
        return body
      }
    }
  })

/** Refuses a text of up to 200 characters in which it counts more. */
const counting =
  (member: string, count: (text: string) => number) =>
  (right: Parts): Partial<Parts> => ({
    decode: (operation, body) => {
      const [, text = '""'] = new RegExp(`"${member}":("(?:[^"\\\\]|\\\\.)*")`).exec(JSON.stringify(body) ?? "") ?? []
      return right.decode(operation, count(JSON.parse(text) as string) > 200 ? 1 : body)
    }
  })

const textOf = (bytes: ArrayBuffer) => new TextDecoder("utf-8", { fatal: true }).decode(bytes)

/** Reads a text of JSON that is refused, where it has something in it. */
const readingWhere = (pattern: RegExp, read: (text: string) => unknown = JSON.parse) =>
  reading((bytes) => {
    const text = textOf(bytes)
    return pattern.test(text) ? read(text) : undefined
  })

const without = (object: Record<string, unknown>, drop: (name: string, value: unknown) => boolean) =>
  Object.fromEntries(Object.entries(object).filter(([name, value]) => !drop(name, value)))

export const inputs: Faults = {
  "takes a number that is written as text": {
    law: "E3",
    requirement: "E3.input",
    wrong: decoding((body) =>
      mapObjects(body, (object) => ("width" in object ? { ...object, width: Number(object["width"]) } : object))
    )
  },
  "takes a null for what is left out": {
    law: "E3",
    requirement: "E3.input",
    wrong: decoding((body) => mapObjects(body, (object) => without(object, (_, value) => value === null)))
  },
  "takes one thing for a list of it": {
    law: "E3",
    requirement: "E3.input",
    wrong: decoding((body) =>
      mapObjects(body, (object) =>
        isObject(object["sort"]) ? { ...object, sort: Object.values(object["sort"]) } : object
      )
    )
  },
  "takes a word in another case": {
    law: "E3",
    requirement: "E3.input",
    wrong: decoding((body) =>
      mapObjects(body, (object) =>
        typeof object["operator"] === "string" ? { ...object, operator: object["operator"].toLowerCase() } : object
      )
    )
  },
  "tells no place of what is wrong": {
    law: "E3",
    requirement: "error.VALIDATION_ERROR",
    wrong: (right) => ({
      refuse: (error, request) => {
        if (error._tag === "VALIDATION_ERROR") Object.assign(error, { details: { issues: [] } })
        return right.refuse(error, request)
      }
    })
  },
  "makes a revision of an update that it refuses": {
    law: "E3",
    requirement: "E3.nothing",
    wrong: (right) => {
      let asked: Project | undefined
      return {
        authorize: (...args) => {
          const project = right.authorize(...args)
          asked = isError(project) ? undefined : project
          return project
        },
        decode: (operation, body) => {
          const decoded = right.decode(operation, body)
          const { id } = (body ?? {}) as { readonly id?: string }
          if (Result.isFailure(decoded) && operation.startsWith("update_") && asked !== undefined) {
            asked.model = asked.model.map((one) =>
              one.id === id
                ? {
                    ...one,
                    revisions: [...one.revisions, { ...Model.current(one), revision: one.revisions.length + 1 }]
                  }
                : one
            )
          }
          return decoded
        }
      }
    }
  },
  "leaves out members that there are not, but at the top": {
    law: "E3",
    requirement: "E3.unknown",
    wrong: decoding((body) =>
      isObject(body)
        ? {
            ...(mapObjects(body, (object) =>
              without(object, (name) => /^(noSuch|__proto__|[A-Z])/.test(name))
            ) as object),
            ...without(body, (_, value) => isObject(value))
          }
        : body
    )
  },
  "takes __proto__ for no member": {
    law: "E3",
    requirement: "E3.unknown",
    wrong: decoding((body) => mapObjects(body, (object) => without(object, (name) => name === "__proto__")))
  },
  "takes the last of two members of one name": {
    law: "E3",
    requirement: "E3.unknown",
    wrong: readingWhere(/("[^"]+":)("[^"]*"|\w+|\[\]|\{\})[,}].*\1|"u0061"/)
  },
  "replaces what is not UTF-8": {
    law: "E3",
    requirement: "E3.body",
    wrong: reading((bytes) => JSON.parse(new TextDecoder().decode(bytes)))
  },
  "reads what is not UTF-8 as Latin-1": {
    law: "E3",
    requirement: "E3.body",
    wrong: reading((bytes) => {
      const text = new TextDecoder("latin1").decode(bytes)
      return text.includes("\u00ed") ? JSON.parse(text) : undefined
    })
  },
  "takes half of a surrogate pair": {
    law: "E4",
    requirement: "E4.refused",
    wrong: readingWhere(/"[^"]*\\ud800"/)
  },
  "cuts a text at a NUL": {
    law: "E4",
    requirement: "E4.refused",
    wrong: readingWhere(/\\u0000/, (text) => JSON.parse(text.replaceAll(/\\u0000[^"]*/g, "")))
  },
  "takes -0 for 0": { law: "E4", requirement: "E4.refused", wrong: readingWhere(/-0[,}\].]/) },
  "takes the last of two members of one name in open JSON": {
    law: "E4",
    requirement: "E4.refused",
    wrong: readingWhere(/"here":\{"a":1,"b":2,"a":1\}/)
  },
  "tells that a text cannot be kept, but not where": {
    law: "E4",
    requirement: "E4.refused",
    wrong: (right) => ({
      readBody: async (request) =>
        Result.mapError(await right.readBody(request), (error) =>
          error._tag === "VALIDATION_ERROR"
            ? Object.assign(error, { details: { issues: [{ path: "", message: "No." }] } })
            : error
        )
    })
  },
  "tells what is wrong within the input to be wrong as a whole": {
    law: "E3",
    requirement: "error.VALIDATION_ERROR",
    wrong: placing(() => "")
  },
  "tells what is wrong to be wrong below it": {
    law: "E3",
    requirement: "error.VALIDATION_ERROR",
    wrong: placing((path) => `${path}/0`)
  },
  "takes an o in an ID for a 0": {
    law: "E3",
    requirement: "definition.id",
    wrong: decoding((body) =>
      isObject(body) && typeof body["id"] === "string" ? { ...body, id: body["id"].replace("_o", "_0") } : body
    )
  },
  "counts the bytes of a label": {
    law: "E3",
    requirement: "E3.input",
    wrong: counting("label", (text) => Buffer.byteLength(text))
  },
  "counts the characters of a field that it has taken apart": {
    law: "E3",
    requirement: "E3.input",
    wrong: counting("field", (text) => [...text.normalize("NFD")].length)
  },
  "counts the characters of a label in UTF-16": {
    law: "E3",
    requirement: "E3.input",
    wrong: (right) => ({
      decode: (operation, body) =>
        JSON.stringify(body).includes("\u{1f600}".repeat(101))
          ? right.decode(operation, 1)
          : right.decode(operation, body)
    })
  }
}
