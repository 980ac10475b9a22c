import { kind } from "@agent-operations/contract"
import { runSteps } from "@agent-operations/operations"
import { AlertRule } from "@agent-operations/testing/alert-rule"
import { Context, Result, Schema, SchemaAST } from "effect"
import { assert, describe, it } from "vitest"
import { fieldsOf, type Json } from "../src/content/form/control.ts"
import { fieldErrorsOf, placeOf } from "../src/content/form/errors.ts"
import { controlOf } from "../src/content/form/from-schema.ts"
import { typedAnew } from "../src/content/form/stored.ts"
import { type Typed, typedOf, valueMeant } from "../src/content/form/typed.ts"
import { renderSettings } from "../src/content/render/settings.ts"
import { type ConsoleServices, consoleHandler, section } from "../src/index.ts"
import { textOf } from "./text.ts"

const alertRules = section(AlertRule)

const meant = (typed: Typed, edited?: Json) => runSteps(valueMeant(alertRules.form, typed, edited))

const good: Typed = {
  ...typedAnew(alertRules),
  name: "Too slow",
  "source.threshold.above": "0.5",
  "settings.windowMinutes": "5",
  "settings.quiet.weekends": "false"
}

describe("a section", () => {
  it("has a field for each value of the kind's schemas", () => {
    const controls = fieldsOf(alertRules.form).map(({ name, label }) => `${name}: ${label}`)
    assert.deepStrictEqual(controls, [
      "name: Name",
      "description: Description",
      "sourceType: Source",
      "source.threshold.metric: Metric",
      "source.threshold.above: Above",
      "source.query.query: Query",
      "settings.severity: Severity",
      "settings.windowMinutes: Window minutes",
      "settings.enabled: Enabled",
      "settings.note: Note",
      "settings.runbook: Runbook",
      "settings.channels: Channels",
      "settings.quiet.weekends: Weekends",
      "settings.quiet.until: Until",
      "settings.labels: Labels",
      "references: References"
    ])
  })

  it("begins a new definition with the first of each choice, and with the kind's example where JSON is required", () => {
    const typed = typedAnew(alertRules)
    assert.strictEqual(typed["sourceType"], "threshold")
    assert.strictEqual(typed["source.threshold.metric"], "error_rate")
    assert.strictEqual(typed["settings.severity"], "low")
    assert.strictEqual(typed["settings.enabled"], "")
    assert.deepStrictEqual(JSON.parse(typed["settings.channels"] ?? ""), [{ to: "#alerts" }])
    assert.strictEqual(typed["settings.labels"], "")
  })

  it("makes of what was typed what the schemas take, and leaves out what was left empty", () => {
    const content = Result.getOrThrow(meant(good))
    assert.deepStrictEqual(content, {
      name: "Too slow",
      description: null,
      source: { type: "threshold", metric: "error_rate", above: 0.5 },
      settings: {
        severity: "low",
        windowMinutes: 5,
        note: null,
        channels: [{ to: "#alerts" }],
        quiet: { weekends: false, until: null }
      },
      references: {}
    })
    const decoded = Result.getOrThrow(runSteps(alertRules.decode(content)))
    assert.deepStrictEqual([decoded.settings["enabled"], decoded.settings["labels"]], [true, {}])
    const query = { ...good, sourceType: "query", "source.query.query": "a\nb", "source.threshold.above": "no number" }
    const other = Result.getOrThrow(meant(query)) as { readonly source: Json }
    assert.deepStrictEqual(other.source, { type: "query", language: "cel", query: "a\nb" })
  })

  it("says at its field what is wrong with what was typed", () => {
    const wrong = meant({
      ...good,
      sourceType: "none",
      "settings.windowMinutes": "five",
      "settings.severity": "loud",
      "settings.quiet.weekends": "maybe",
      "settings.channels": "[",
      "settings.quiet.until": "9007199254740993"
    })
    const errors = Result.isFailure(wrong) ? wrong.failure : assert.fail("accepted")
    assert.deepStrictEqual(Object.keys(errors), [
      "sourceType",
      "settings.severity",
      "settings.windowMinutes",
      "settings.channels",
      "settings.quiet.weekends",
      "settings.quiet.until"
    ])
    assert.strictEqual(errors["settings.windowMinutes"], "Window minutes: This is not a number, such as 12 or 0.5.")
    assert.include(errors["settings.channels"], "Channels: This is not JSON.")
    assert.include(errors["settings.quiet.until"], "An integer beyond 2^53 - 1 cannot be stored exactly")
    const empty = meant({ ...good, "settings.windowMinutes": "" })
    assert.deepStrictEqual(Result.isFailure(empty) && empty.failure, {
      "settings.windowMinutes": "Window minutes: Enter a number."
    })
  })

  it("E3: places what the schemas refuse at the field that has it", () => {
    const content = Result.getOrThrow(
      meant({ ...good, "settings.windowMinutes": "61", "settings.channels": '[{"to": "#a"},\n{"two": 1}]' })
    )
    const refused = runSteps(alertRules.decode(content))
    const error = Result.isFailure(refused) ? refused.failure : assert.fail("accepted")
    const errors = fieldErrorsOf(alertRules.form, error, {
      ...good,
      "settings.channels": '[{"to": "#a"},\n{"two": 1}]'
    })
    assert.sameMembers(Object.keys(errors ?? {}), ["settings.windowMinutes", "settings.channels"])
    assert.include(errors?.["settings.windowMinutes"], "Window minutes: ")
    assert.include(errors?.["settings.channels"], "Channels, line 2, at /1")
    for (const [path, field] of [
      ["/source/type", "sourceType"],
      ["/source/above", "source.threshold.above"],
      ["/source/query", "sourceType"],
      ["/settings/quiet/until", "settings.quiet.until"],
      ["/settings/more", "settings.severity"],
      ["/references/a", "references"]
    ]) {
      assert.strictEqual(placeOf(alertRules.form, good, path ?? "")?.field, field, path)
    }
    assert.isUndefined(placeOf(alertRules.form, good, "/more"))
  })

  it("keeps what nobody touched, whatever it is", () => {
    const stored: Json = {
      name: "Kept",
      description: "a\r\nb",
      source: { type: "query", language: "cel", query: "x\r\ny" },
      settings: {
        severity: "high",
        windowMinutes: 1e2,
        enabled: false,
        note: "",
        runbook: "",
        channels: [{ to: "\u0000" }],
        quiet: { weekends: true, until: 1e21 },
        labels: { "a.b": "c" }
      },
      references: { a: { kind: "custom_field", id: "cf_1", revision: null } }
    }
    const shown = Object.entries(typedOf(alertRules.form, stored)).map(([name, text]) => [
      name,
      text.replaceAll("\r\n", "\n").replaceAll("\\u0000", "x")
    ])
    const kept = Result.getOrThrow(meant(Object.fromEntries(shown), stored))
    assert.deepStrictEqual(kept, {
      ...stored,
      settings: { ...(stored["settings"] as object), channels: [{ to: "x" }] }
    } as Json)
  })

  it("shows settings by their labels, and what has no line as JSON", () => {
    const { markup } = renderSettings(alertRules.settings, {
      severity: "high",
      windowMinutes: 5,
      enabled: false,
      note: "<b>",
      channels: [{ to: "#alerts" }],
      quiet: { weekends: true, until: null },
      labels: {}
    })
    const text = textOf(markup)
    for (const words of ["Severity High", "Window minutes 5", "Enabled No", "Note <b>", "Quiet", "Weekends Yes"]) {
      assert.include(text, words)
    }
    assert.include(text, '"to": "#alerts"')
    assert.notInclude(text, "Labels")
  })

  it("is JSON where the names of its fields would be those of others", () => {
    const settings = Schema.Struct({ "a.b": Schema.String, a: Schema.Struct({ b: Schema.String }) })
    const example = { ...AlertRule.example, settings: { "a.b": "1", a: { b: "2" } } }
    const { form } = section(kind({ ...AlertRule, settings, example }))
    assert.deepStrictEqual(
      fieldsOf(form).map(({ name }) => name),
      ["name", "description", "source", "settings", "references"]
    )
  })

  it("edits as JSON what has no field: lists, records, open JSON, what refers to itself, and objects that may be none", () => {
    interface Tree {
      readonly children: ReadonlyArray<Tree>
    }
    const tree = Schema.Struct({ children: Schema.Array(Schema.suspend((): Schema.Codec<Tree> => tree)) })
    for (const schema of [
      Schema.Array(Schema.String),
      Schema.Record(Schema.String, Schema.Finite),
      Schema.Json,
      Schema.NullOr(tree),
      Schema.Union([Schema.String, Schema.Finite])
    ]) {
      assert.strictEqual(controlOf(SchemaAST.toEncoded(schema.ast), "x", "X").type, "json")
    }
    assert.strictEqual(controlOf(SchemaAST.toEncoded(tree.ast), "x", "X").type, "group")
  })

  it("is one of its kind in a console", () => {
    const services: Context.Context<never> = Context.empty()
    const make = () =>
      consoleHandler(services as Context.Context<ConsoleServices>, {
        origin: "https://a.test",
        sections: [alertRules, section(AlertRule)]
      })
    assert.throws(make, /The console has two sections at alert-rules: .*Remove one/)
  })
})
