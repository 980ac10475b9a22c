import { Effect } from "effect"
import type { InProject } from "../context.ts"
import { actions, buttonLink } from "../html/form.ts"
import { bdi, html, time } from "../html/html.ts"
import { empty, table } from "../html/table.ts"
import { onlyManagers } from "../only.ts"
import { projectPath } from "../paths.ts"
import { askedBy, connections } from "./service.ts"

/** The model connections of a project, without their keys. Law: G2. */
export const connectionList = onlyManagers(
  Effect.fnUntraced(function* (visit: InProject) {
    const found = yield* (yield* connections).list(askedBy(visit))
    const to = (...rest: ReadonlyArray<string>) => projectPath(visit.site, visit.project, "connections", ...rest)
    return {
      title: "Model connections",
      primary: buttonLink("Add connection", to("new"), { kind: "primary" }),
      notices: {
        added: "The connection was added. Apps and judges can name it.",
        rotated: "The connection has its new key.",
        removed: "The connection was removed, with its key."
      },
      body: html`<p>
          Apps and judges of this project call models through these. Their keys are encrypted, and shown to nobody.
        </p>
        ${
          found.length === 0
            ? empty("There are no model connections yet. Add one for a provider with an OpenAI-compatible API.")
            : table({
                caption: "Model connections, by name",
                columns: ["Name", "Address", "Models with a price", "Added", "Actions"],
                rows: found.map(({ id, name, baseUrl, prices, createdAt }) => [
                  html`${bdi(name)} <code>${id}</code>`,
                  html`<code>${baseUrl}</code>`,
                  prices.length === 0 ? "none" : prices.map(({ model }) => model).join(", "),
                  time(createdAt),
                  actions(
                    buttonLink("Replace key", to(id, "rotate"), { about: name }),
                    buttonLink("Remove", to(id, "remove"), { about: name })
                  )
                ])
              })
        }`
    }
  })
)
