import { createContext } from "react"
import ReactReconciler from "react-reconciler"
import { DefaultEventPriority, NoEventPriority } from "react-reconciler/constants.js"
import type { Change } from "../protocol.ts"
import { type Instance, makeElement, makeText, makeTree } from "./tree.ts"

type Props = Readonly<Record<string, unknown>>

const nothing = () => {}

let priority: number = NoEventPriority

/** Renders what follows from something that somebody did at once, before anything else. */
export const atPriority = (given: number, run: () => void): void => {
  const before = priority
  priority = given
  try {
    run()
  } finally {
    priority = before
  }
}

/**
 * React over a tree whose changes are told: its elements are drawn elsewhere, by whoever hears of them. A ref gets an
 * object that stands for its element and has nothing of it.
 */
export const makeReconciler = (tell: (change: Change) => void, flush: () => void) => {
  const { insert, remove, update, setText, hide } = makeTree(tell)
  return ReactReconciler<
    string,
    Props,
    Instance,
    Instance,
    Instance,
    never,
    never,
    never,
    never,
    { readonly id: number },
    null,
    never,
    ReturnType<typeof setTimeout>,
    -1,
    null,
    null,
    null,
    never,
    never,
    never
  >({
    supportsMutation: true,
    supportsPersistence: false,
    supportsHydration: false,
    supportsMicrotasks: true,
    scheduleMicrotask: queueMicrotask,
    isPrimaryRenderer: true,
    warnsIfNotActing: false,
    rendererVersion: "1.0.0",
    rendererPackageName: "@agent-operations/console",
    extraDevToolsConfig: null,
    bindToConsole: () => nothing,

    createInstance: makeElement,
    createTextInstance: makeText,
    appendInitialChild: insert,
    finalizeInitialChildren: () => false,
    shouldSetTextContent: () => false,
    getRootHostContext: () => null,
    getChildHostContext: () => null,
    getPublicInstance: ({ id }) => ({ id }),
    prepareForCommit: () => null,
    resetAfterCommit: flush,
    preparePortalMount: nothing,
    scheduleTimeout: setTimeout,
    cancelTimeout: clearTimeout,
    noTimeout: -1,
    getInstanceFromNode: () => null,
    beforeActiveInstanceBlur: nothing,
    afterActiveInstanceBlur: nothing,
    prepareScopeUpdate: nothing,
    getInstanceFromScope: () => null,
    detachDeletedInstance: nothing,

    appendChild: insert,
    appendChildToContainer: insert,
    insertBefore: insert,
    insertInContainerBefore: insert,
    removeChild: (_parent, child) => remove(child),
    removeChildFromContainer: (_parent, child) => remove(child),
    resetTextContent: nothing,
    commitTextUpdate: (instance, _old, text) => setText(instance, text),
    commitMount: nothing,
    commitUpdate: (instance, _tag, _old, props) => update(instance, props),
    hideInstance: (instance) => hide(instance, true),
    hideTextInstance: (instance) => setText(instance, ""),
    unhideInstance: (instance) => hide(instance, false),
    unhideTextInstance: setText,
    clearContainer: ({ children }) => {
      for (const child of [...children]) remove(child)
    },

    NotPendingTransition: null,
    HostTransitionContext: createContext<null>(null) as never,
    setCurrentUpdatePriority: (given) => void (priority = given),
    getCurrentUpdatePriority: () => priority,
    resolveUpdatePriority: () => (priority === NoEventPriority ? DefaultEventPriority : priority),
    resetFormInstance: nothing,
    requestPostPaintCallback: nothing,
    shouldAttemptEagerTransition: () => false,
    trackSchedulerEvent: nothing,
    resolveEventType: () => null,
    resolveEventTimeStamp: () => -1,
    maySuspendCommit: () => false,
    maySuspendCommitOnUpdate: () => false,
    maySuspendCommitInSyncRender: () => false,
    preloadInstance: () => true,
    startSuspendingCommit: () => null as never,
    suspendInstance: nothing,
    suspendOnActiveViewTransition: nothing,
    waitForCommitToBeReady: () => null,
    getSuspendedCommitReason: () => null
  })
}
