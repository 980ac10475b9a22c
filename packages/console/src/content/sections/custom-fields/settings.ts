import type { CustomField } from "@agent-operations/contract"
import { bdi, html } from "../../../html/html.ts"
import { facts } from "../../../html/table.ts"
import { extra } from "../../render/parts.ts"
import type { DrawSettings } from "../../render/settings.ts"
import { plain } from "../../words.ts"

/** The settings of a custom field in words. */
export const drawCustomFieldSettings: DrawSettings = (room, json) => {
  const settings = json as CustomField["settings"]
  return html` ${facts([
    ["Target", plain(settings.target)],
    ["Type", plain(settings.valueType)],
    ["Unit", settings.unit === null ? "none" : bdi(settings.unit)]
  ])}
  ${extra(room, settings.extra)}`
}
