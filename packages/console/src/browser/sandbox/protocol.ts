/** What the page, the frame in it and the worker in the frame tell each other. What a worker tells may be forged. */

/** The attributes of an element, by the names that React has for them. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** An element that is to be drawn, with all that is in it. */
export interface DrawnElement {
  readonly id: number
  readonly tag: string
  readonly attributes: Attributes
  readonly style: Readonly<Record<string, string | number>>
  /** The events that it has handlers for, as the DOM calls them. */
  readonly events: ReadonlyArray<string>
  readonly children: ReadonlyArray<Drawn>
}

/** An element or a text. Numbers stand for elements and texts that were drawn before. */
export type Drawn = DrawnElement | { readonly id: number; readonly text: string }

/** A change of what is drawn. The parent 0 is the root, `before` 0 the end. */
export type Change =
  | { readonly type: "insert"; readonly parent: number; readonly before: number; readonly drawn: Drawn | number }
  | { readonly type: "remove"; readonly id: number }
  | ({ readonly type: "update"; readonly id: number } & Pick<DrawnElement, "attributes" | "style" | "events">)
  | { readonly type: "text"; readonly id: number; readonly text: string }
  | { readonly type: "hide"; readonly id: number; readonly hidden: boolean }

/** Why a component is not drawn, or, where it stays, what failed in it. */
export interface Failure {
  readonly message: string
  readonly stack: string
  /** Whether nothing is drawn any more. */
  readonly fatal: boolean
}

/** From the worker to the frame, as JSON text, so that its length is known before it is read. */
export type FromWorker =
  | { readonly type: "changes"; readonly changes: ReadonlyArray<Change> }
  | ({ readonly type: "failed" } & Failure)
  | { readonly type: "alive" }

/** What happened to an element, as its handlers are told. */
export interface Happened {
  /** As the DOM calls it: `click`. */
  readonly type: string
  /** The elements that it happened to, from the innermost. */
  readonly path: ReadonlyArray<number>
  readonly value?: string
  readonly checked?: boolean
  readonly key?: string
  readonly altKey?: boolean
  readonly ctrlKey?: boolean
  readonly metaKey?: boolean
  readonly shiftKey?: boolean
  readonly clientX?: number
  readonly clientY?: number
}

/** From the frame to the worker. */
export type ToWorker =
  | { readonly type: "start"; readonly props: string }
  | { readonly type: "drawn" }
  | { readonly type: "ask" }
  | { readonly type: "happened"; readonly event: Happened }

/** From the page to the frame: once, with a port for all else. */
export interface Start {
  /** The module, compiled. */
  readonly code: string
  /** Where its lines come from: the `mappings` of a source map. */
  readonly mappings: string
  /** The component's props as JSON. */
  readonly props: string
  readonly theme: Theme
  /** How long the component may leave the frame without an answer, in milliseconds. */
  readonly patience: number
}

/** The look of the page: custom properties of its root, and whether it is dark. */
export interface Theme {
  readonly scheme: "light" | "dark"
  readonly properties: Readonly<Record<string, string>>
}

/** Why a view is not drawn, with the place in its source where that is known. */
export interface Fault {
  readonly message: string
  readonly line?: number
  readonly column?: number
  readonly fatal: boolean
}

/** From the frame to the page. */
export type ToPage =
  | { readonly type: "drawn" }
  | { readonly type: "height"; readonly height: number }
  | { readonly type: "alive" }
  | ({ readonly type: "failed" } & Fault)

/** From the page to the frame. */
export type ToFrame = { readonly type: "ask" } | { readonly type: "theme"; readonly theme: Theme }
