import type { Faults } from "../fault.ts"
import { adding, valueAt, changing, codeOf, hasCode, isNamed, missing, ofIssue, silent } from "./wrong.ts"

export const inSettings: Faults = {
  "knows every field": { law: "V2", requirement: "validation.UNKNOWN_FIELD", wrong: silent("UNKNOWN_FIELD") },
  "looks at no fields of filters": {
    law: "V2",
    requirement: "validation.UNKNOWN_FIELD",
    wrong: missing(hasCode("UNKNOWN_FIELD", "/settings/filters"))
  },
  "looks at no fields of sort": {
    law: "V2",
    requirement: "validation.UNKNOWN_FIELD",
    wrong: missing(hasCode("UNKNOWN_FIELD", "/settings/sort"))
  },
  "looks at no field that it groups by": {
    law: "V2",
    requirement: "validation.UNKNOWN_FIELD",
    wrong: missing(hasCode("UNKNOWN_FIELD", "/settings/groupBy"))
  },
  "looks at no fields of formulas": {
    law: "V2",
    requirement: "validation.UNKNOWN_FIELD",
    wrong: missing(hasCode("UNKNOWN_FIELD", "/source"))
  },
  "looks at fields of tables alone": {
    law: "V2",
    requirement: "validation.UNKNOWN_FIELD",
    wrong: missing((issue, graph) => issue.path.startsWith("/settings") && codeOf(ofIssue(issue, graph)) !== "")
  },
  "takes what every object has for a field": {
    law: "V2",
    requirement: "validation.UNKNOWN_FIELD",
    wrong: missing(
      (issue, graph) => isNamed("constructor", "toString", "__proto__")(issue, graph) && hasCode("UNKNOWN_FIELD")(issue)
    )
  },
  "knows fields in any case": {
    law: "V2",
    requirement: "validation.UNKNOWN_FIELD",
    wrong: missing(
      (issue, graph) =>
        hasCode("UNKNOWN_FIELD")(issue) && /^trace\.(name|durationms)$/i.test(String(valueAt(issue, graph)))
    )
  },
  "knows fields by how they begin": {
    law: "V2",
    requirement: "validation.UNKNOWN_FIELD",
    wrong: missing(
      (issue, graph) => hasCode("UNKNOWN_FIELD")(issue) && String(valueAt(issue, graph)).startsWith("trace.name")
    )
  },
  "knows the fields of every record in every target": {
    law: "V2",
    requirement: "validation.UNKNOWN_FIELD",
    wrong: missing(
      (issue, graph) =>
        hasCode("UNKNOWN_FIELD")(issue) &&
        /^(run|dataset|review|span|trace)\.(name|id|durationMs)$/.test(String(valueAt(issue, graph)))
    )
  },
  "knows no attributes with dots": {
    law: "V2",
    requirement: "V2.valid",
    wrong: adding(
      ({ kind, settings }) => kind === "page_view" && JSON.stringify(settings).includes("attributes.http.route"),
      "UNKNOWN_FIELD"
    )
  },
  "knows no alias with capitals": {
    law: "V2",
    requirement: "V2.valid",
    wrong: adding(
      ({ kind, settings }) => kind === "page_view" && /"custom\.[a-z]+[A-Z]/.test(JSON.stringify(settings)),
      "UNKNOWN_ALIAS"
    )
  },
  "knows every alias": { law: "V2", requirement: "validation.UNKNOWN_ALIAS", wrong: silent("UNKNOWN_ALIAS") },
  "knows every alias in formulas": {
    law: "V2",
    requirement: "validation.UNKNOWN_ALIAS",
    wrong: missing(hasCode("UNKNOWN_ALIAS", "/source/expression"))
  },
  "knows every alias to group by": {
    law: "V2",
    requirement: "validation.UNKNOWN_ALIAS",
    wrong: missing(hasCode("UNKNOWN_ALIAS", "/settings/groupBy"))
  },
  "knows every alias in filters": {
    law: "V2",
    requirement: "validation.UNKNOWN_ALIAS",
    wrong: missing(hasCode("UNKNOWN_ALIAS", "/settings/filters"))
  },
  "takes what every object has for an alias": {
    law: "V2",
    requirement: "validation.UNKNOWN_ALIAS",
    wrong: missing(
      (issue, graph) => hasCode("UNKNOWN_ALIAS")(issue) && isNamed("constructor", "toString")(issue, graph)
    )
  },
  "knows aliases in any case": {
    law: "V2",
    requirement: "validation.UNKNOWN_ALIAS",
    wrong: missing((issue, graph) => hasCode("UNKNOWN_ALIAS")(issue) && valueAt(issue, graph) === "custom.Cost")
  },
  "knows aliases by how they begin": {
    law: "V2",
    requirement: "validation.UNKNOWN_ALIAS",
    wrong: missing((issue, graph) => hasCode("UNKNOWN_ALIAS")(issue) && valueAt(issue, graph) === "custom.costs")
  },
  "calls an alias that there is not a field": {
    law: "V2",
    requirement: "validation.UNKNOWN_ALIAS",
    wrong: changing((issue) => (issue.code === "UNKNOWN_ALIAS" ? { ...issue, code: "UNKNOWN_FIELD" } : issue))
  }
}
