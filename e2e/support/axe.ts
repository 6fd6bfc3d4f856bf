import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type Axe from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    axe?: typeof Axe
  }
}

/** The rules to check: those with these tags, or these. */
export type AxeRules = { tags: readonly string[] } | { rules: readonly string[] }

/** All rules of the accessibility standards. */
export const standards: AxeRules = { tags: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** The rules that the colour theme affects. */
export const colours: AxeRules = { rules: ['color-contrast', 'link-in-text-block'] }

/**
 * Lists the serious and critical violations in a page or in the elements of a selector: the rule, and the HTML of each
 * element. The script is loaded once per document: `@axe-core/playwright` loads it for each scan, which doubles the time.
 */
export async function findViolations(page: Page, rules: AxeRules, within?: string): Promise<[string, string][]> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(source)
  const runOnly = 'tags' in rules ? [...rules.tags] : { type: 'rule' as const, values: [...rules.rules] }
  return page.evaluate(
    async ([runOnly, within]) => {
      if (!window.axe) throw new Error('axe is not loaded')
      const { violations } = await window.axe.run(within ?? document, { runOnly, resultTypes: ['violations'] })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html }): [string, string] => [id, html.slice(0, 200)]))
    },
    [runOnly, within] as const,
  )
}

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
