import type { Happened } from "../protocol.ts"
import { handlersOf, type Instance } from "./tree.ts"

const find = (within: Instance, id: number): Instance | undefined => {
  const pending = [within]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.id === id) return next
    pending.push(...next.children)
  }
  return undefined
}

/** Calls the handlers of what happened, from the innermost element outwards. */
export const dispatch = (root: Instance, { path, ...about }: Happened, failed: (error: unknown) => void): void => {
  const [innermost] = path
  const target = innermost === undefined ? undefined : find(root, innermost)
  if (target === undefined) return
  const { value, checked } = about
  const bubbling = { stopped: false }
  const event = {
    ...about,
    target: { value, checked, name: target.props["name"] },
    currentTarget: { value, checked, name: target.props["name"] },
    preventDefault: () => {},
    persist: () => {},
    stopPropagation: () => void (bubbling.stopped = true)
  }
  for (let at: Instance | undefined = target; at !== undefined && !bubbling.stopped; at = at.parent) {
    for (const handle of handlersOf(at, about.type)) {
      try {
        handle(event)
      } catch (error) {
        failed(error)
      }
    }
  }
}
