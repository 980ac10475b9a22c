import { CustomField, customFields, PageView, pageViews, without } from "@agent-operations/contract"
import { definitionHandlers } from "@agent-operations/definitions"
import { recordCopy } from "@agent-operations/error-envelope"
import { type Cursors, type FamilyModule, implement, type Implements } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations } from "@agent-operations/revision-store"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { validatePageView } from "./validate.ts"
import { Validator, type ValidatorOptions } from "./validation/Validator.ts"

recordCopy("@agent-operations/views", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** The settings of `views`. */
export interface ViewsOptions {
  /** How page views are validated. */
  readonly validation?: ValidatorOptions | undefined
}

type Needs = EncodedRevisionStore | Cursors | SqlClient

const CustomFieldsLive = implement(customFields, definitionHandlers(CustomField))

/** Implements both families with a `Validator` that the host provides. */
export const layerOver: Layer.Layer<Implements<"pageViews"> | Implements<"customFields">, never, Needs | Validator> =
  Layer.merge(
    implement(
      pageViews,
      Effect.gen(function* () {
        return { ...(yield* definitionHandlers(PageView)), validate: yield* validatePageView }
      }),
      Effect.map(Validator, ({ ready }) => ready)
    ),
    CustomFieldsLive
  )

/**
 * Page views and custom fields, as a module for a host's list of families.
 *
 * @example
 * const kit = await createAgentOperations({ families: [views()], database })
 */
export const views = ({ validation }: ViewsOptions = {}): FamilyModule<
  typeof pageViews | typeof customFields,
  Validator,
  Needs
> => ({
  families: [pageViews, customFields],
  layer: layerOver.pipe(Layer.provideMerge(Validator.layer(validation))),
  migrations: [migrations]
})

const withoutValidation = without(pageViews, "validate")

/**
 * `views` without `validate_page_view`, for a host that installs without the optional parsers.
 *
 * @example
 * const kit = await createAgentOperations({ families: [viewsWithoutValidation()], database })
 */
export const viewsWithoutValidation = (): FamilyModule<
  typeof withoutValidation | typeof customFields,
  never,
  Needs
> => ({
  families: [withoutValidation, customFields],
  layer: Layer.merge(implement(withoutValidation, definitionHandlers(PageView)), CustomFieldsLive),
  migrations: [migrations]
})
