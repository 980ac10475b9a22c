import { Mail, Outbox, Smtp } from "@agent-operations/identity/mail"
import { Effect, Layer, Option } from "effect"
import type { Settings } from "../settings.ts"
import { StartError } from "../StartError.ts"
import type { IdentityPlan } from "./plan.ts"

const variables = { url: "SMTP_URL", from: "MAIL_FROM" } as const

const smtp = ({ SMTP_URL, MAIL_FROM }: Settings) =>
  Option.match(SMTP_URL, {
    onNone: () => Mail.absent,
    onSome: (url) =>
      Smtp.layer({ url, from: MAIL_FROM }).pipe(
        Layer.catchTag("InvalidMailSetting", ({ setting, message }) =>
          Layer.effect(
            Mail,
            Effect.fail(
              new StartError({ message: `${variables[setting]} is not valid: ${message}`, hint: "See --help." })
            )
          )
        )
      )
  })

/** How mail is sent here, if it is. */
export const mail = (settings: Settings, plan: IdentityPlan) =>
  plan.outboxKey === undefined ? Layer.merge(smtp(settings), Outbox.disabled) : Outbox.layerWith(plan.outboxKey)

/** Refuses what is wrong about the mail's settings at the start, and not when somebody wants to sign in. */
export const checkMail = (settings: Settings, plan: IdentityPlan) => Effect.scoped(Layer.build(mail(settings, plan)))
