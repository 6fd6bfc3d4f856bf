/** Whether a template's amounts are in another currency than a document's. One that the device kept may lack its currency. */
export const isInOtherCurrency = (template: { currency?: string | null }, ofDocument: string): boolean =>
  Boolean(template.currency) && template.currency !== ofDocument

/** A template's content for a document in `currency`: without amounts in another one. */
export const contentFor = <Content>(
  template: { content: Content; currency?: string | null },
  currency: string,
  withoutAmounts: (content: Content) => Content,
): Content => (isInOtherCurrency(template, currency) ? withoutAmounts(template.content) : template.content)
