import { CustomField, PageView } from "@agent-operations/contract"
import { call, type Case, own, type Project } from "./project.ts"
import { definitionsOf } from "./definitions.ts"

/** Page views and custom fields, some of which refer to each other. */
export const viewsOf = async (project: Project): Promise<ReadonlyArray<Case>> => {
  const { tell } = project
  const fields = await definitionsOf(project, CustomField)
  const views = await definitionsOf(project, PageView, { source: { type: "table" }, settings: { target: "traces" } })
  const uses = (id: string, revision: number | null) => ({
    cost: { kind: "custom_field", id, revision }
  })
  const shown = { source: { type: "table" }, settings: { target: "traces", columns: [{ field: "custom.cost" }] } }
  const used = await fields.make("Used")
  const pinned = await fields.make("Pinned")
  const held = (await tell("create_page_view", { name: own("Held"), ...shown, references: uses(used, null) })).id
  const pinning = (await tell("create_page_view", { name: own("Pinning"), ...shown, references: uses(pinned, 1) })).id
  const since = { from: "2015-11-20T00:00:00Z" }
  return [
    ...fields.cases,
    ...views.cases,
    call("get_page_view", { id: held }),
    call("get_custom_field_dependencies", { id: used }),
    call("get_custom_field_dependencies", { id: pinned }),
    call("delete_custom_field", { id: used, expectedRevision: 1 }),
    call("delete_custom_field", { id: pinned, expectedRevision: 1 }),
    call("delete_page_view", { id: held, expectedRevision: 1 }),
    call("create_page_view", { name: "Uses", ...shown, references: uses(used, null) }),
    call("create_page_view", { name: "Pins", ...shown, references: uses(used, 1) }),
    call("create_page_view", {
      name: "Uses two",
      ...shown,
      references: { ...uses(used, null), other: { kind: "custom_field", id: pinned, revision: 1 } }
    }),
    call("update_page_view", { id: pinning, expectedRevision: 1, references: uses(used, null) }),
    call("copy_page_view", { id: pinning, name: "Pins as well" }),
    call("restore_page_view", { id: pinning, revision: 1 }),
    call("validate_page_view", { id: held }),
    call("validate_page_view", { draft: { ...shown, references: uses(used, null) } }),
    call("query_page_view", {
      draft: {
        ...shown,
        customFields: {
          cost: {
            source: CustomField.example.source,
            settings: CustomField.example.settings,
            references: uses(used, null)
          }
        }
      },
      ...since
    }),
    call("query_page_view", { id: held, ...since, limit: 2 }),
    call("query_page_view", { draft: { ...shown, references: uses(used, null) }, ...since, limit: 1, search: "one" })
  ]
}
