import { codeMembers, type Kind } from "@agent-operations/contract"
import type { Json } from "@agent-operations/definition-diff"

/**
 * The code of a source, and the member that it is: what the kind's schema annotates by `codeIn`. Undefined for a source
 * without any.
 *
 * @example
 * codeOf(PageView, { type: "react", code: "export default …" }) // { key: "code", text: "export default …" }
 */
export const codeOf = (
  kind: Kind.Any,
  source: Readonly<Record<string, Json>>
): { readonly key: string; readonly text: string } | undefined => {
  const [code] = codeMembers(kind).flatMap(({ path: [part, key = "", ...deeper] }) => {
    const text = part === "source" && deeper.length === 0 && Object.hasOwn(source, key) ? source[key] : undefined
    return typeof text === "string" ? [{ key, text }] : []
  })
  return code
}
