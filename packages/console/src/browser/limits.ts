const script = document.querySelector<HTMLElement>("script[data-max-body-bytes]")

/** How large a form may be as it is sent, in bytes. */
export const maxBodyBytes = Number(script?.dataset["maxBodyBytes"] ?? Infinity)
