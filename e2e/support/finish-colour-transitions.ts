import type { Page } from '@playwright/test'

/** Ends colour transitions after a change of the theme, so that contrast is measured with the final colours. */
export const finishColourTransitions = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // The page applies its theme when it hears of the change, in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const running = () =>
      document.getAnimations().filter((one) => one instanceof CSSTransition && one.playState === 'running')
    // A finished transition of a colour may start those of the elements that inherit it.
    for (let depth = 0; depth < 20 && running().length > 0; depth += 1) running().forEach((one) => one.finish())
  })
