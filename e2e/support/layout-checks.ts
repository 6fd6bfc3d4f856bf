import type { CDPSession } from '@playwright/test'

/** A layout fault in words a reader can act on. */
export interface LayoutFault {
  rule:
    | 'scrolls sideways'
    | 'outside the screen'
    | 'outside its container'
    | 'cut off'
    | 'overlaps other text'
    | 'focused but covered'
    | 'focused but out of view'
  /** Selector of the element with two ancestors. */
  element: string
  text: string
  /** Size of the fault in pixels. */
  px: number
}

/**
 * Lists elements that overflow, are cut off or overlap. Runs in the browser, so it uses nothing from outside. While a
 * modal dialog is open only that dialog is examined, since the page behind it cannot be used.
 *
 * Intended cases are recognised by rules instead of a list of exceptions:
 * - hidden text, visually hidden text and content that is clipped away completely do not count;
 * - text may end in an ellipsis, unless it is a label (button, tab, navigation link, heading, column header, field label,
 *   term); a label may where `title` has the full text;
 * - a part may scroll sideways where it is named for that (a role with a name, a fieldset, a list, a navigation, code)
 *   and shows a scroll bar, has scroll buttons beside it, or is swiped on a touch screen; the page, a dialog and a
 *   popover never may;
 * - absolutely positioned elements may overflow a painted box (a badge on a corner), but not the screen.
 */
export function findLayoutFaults(): LayoutFault[] {
  const TOLERANCE = 1
  const faults = new Map<string, LayoutFault>()

  const describe = (element: Element): string => {
    const one = (at: Element): string => {
      const label = at.getAttribute('aria-label')
      const role = at.getAttribute('role')
      return (
        at.tagName.toLowerCase() +
        (at.id && !at.id.includes(':') && !at.id.includes('_') ? `#${at.id}` : '') +
        (role ? `[role=${role}]` : '') +
        (label ? `[aria-label="${label}"]` : '')
      )
    }
    const classes = element.getAttribute('class')?.split(/\s+/).slice(0, 5).join('.')
    const above = [element.parentElement?.parentElement, element.parentElement].flatMap((at) => (at ? [one(at)] : []))
    return [...above, one(element) + (classes ? `.${classes}` : '')].join(' > ')
  }
  const add = (rule: LayoutFault['rule'], element: Element, text: string, px: number): void => {
    const fault = {
      rule,
      element: describe(element),
      text: text.replace(/\s+/g, ' ').trim().slice(0, 80),
      px: Math.round(px),
    }
    faults.set(`${rule} ${fault.element} ${fault.text}`, fault)
  }

  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const cached = styles.get(element)
    if (cached) return cached
    const style = getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const boxes = new Map<Element, DOMRect>()
  const boxOf = (element: Element): DOMRect => {
    const cached = boxes.get(element)
    if (cached) return cached
    const box = element.getBoundingClientRect()
    boxes.set(element, box)
    return box
  }
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  const clips = (value: string) => value === 'hidden' || value === 'clip'
  const scrolls = (value: string) => value === 'auto' || value === 'scroll'
  /** Visually hidden text is a box of one pixel. */
  const forReaders = new Map<Element, boolean>()
  const isForReadersOnly = (element: Element): boolean => {
    const cached = forReaders.get(element)
    if (cached !== undefined) return cached
    const style = styleOf(element)
    const { width, height } = boxOf(element)
    const isTiny =
      (style.position === 'absolute' || style.position === 'fixed') &&
      ((width <= 1 && height <= 1) || style.clipPath === 'inset(50%)')
    const answer = isTiny || (element.parentElement !== null && isForReadersOnly(element.parentElement))
    forReaders.set(element, answer)
    return answer
  }
  const isPainted = (element: Element): boolean => {
    const style = styleOf(element)
    if (style.display === 'inline' || style.display === 'contents') return false
    const hasColour = (colour: string) => colour !== 'transparent' && !/^rgba\(.*, 0\)$|\/ 0\)$/.test(colour)
    return (
      hasColour(style.backgroundColor) ||
      (parseFloat(style.borderLeftWidth) > 0 &&
        parseFloat(style.borderRightWidth) > 0 &&
        hasColour(style.borderLeftColor))
    )
  }
  const isTouch = matchMedia('(pointer: coarse)').matches
  /** Parts that are marked as horizontally scrollable. */
  const mayScrollSideways = (element: Element): boolean => {
    if (element.matches('html, body, main, dialog, form, [role=dialog], [popover]')) return false
    const isNamed = element.matches(
      '[role][aria-label], [role][aria-labelledby], ul, ol, nav, pre, table, fieldset > *, [tabindex="0"]',
    )
    const hasButtons = [...(element.parentElement?.children ?? [])].some(
      (beside) => beside !== element && beside.querySelector('button') !== null,
    )
    return isNamed && (isTouch || hasButtons || styleOf(element).scrollbarWidth !== 'none')
  }
  const isLabel = (element: Element): boolean => {
    const control = element.closest(
      'label, legend, th, dt, h1, h2, h3, summary, nav a, [role=tab], [role=menuitem], [role=columnheader], button, a[href]',
    )
    if (!control) return false
    if (!control.matches('button, a')) return true
    // A pressable row contains several texts; a button has one.
    const texts = [...control.querySelectorAll('*')].filter((each) =>
      [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    )
    return texts.length <= 1 && control.matches('button, nav a, [role=button]')
  }
  const hasFullText = (element: Element): boolean =>
    element.closest('[title]') !== null ||
    element.closest('[aria-label]:not([role])')?.matches('button, a, span') === true

  interface Box {
    left: number
    right: number
    top: number
    bottom: number
  }
  const inner = (element: Element): Box => {
    const box = boxOf(element)
    const style = styleOf(element)
    return {
      left: box.left + parseFloat(style.borderLeftWidth),
      right: box.right - parseFloat(style.borderRightWidth),
      top: box.top + parseFloat(style.borderTopWidth),
      bottom: box.bottom - parseFloat(style.borderBottomWidth),
    }
  }
  /** Properties of an element that affect its descendants. Cached, because a page reads them thousands of times. */
  interface ElementContext {
    position: string
    isContaining: boolean
    holdsFixed: boolean
    hasBox: boolean
    overflowX: string
    overflowY: string
    isOverfull: boolean
    shortens: boolean
    isPainted: boolean
    isLayer: boolean
    room: Box
    edge: Box
  }
  const contexts = new Map<Element, ElementContext>()
  const surroundingOf = (element: Element): ElementContext => {
    const cached = contexts.get(element)
    if (cached) return cached
    const { position, transform, containerType, display, overflowX, overflowY, textOverflow, webkitLineClamp } =
      styleOf(element)
    const read = {
      position,
      isContaining: position !== 'static' || transform !== 'none' || containerType !== 'normal',
      holdsFixed: transform !== 'none',
      hasBox: display !== 'inline' && display !== 'contents',
      overflowX,
      overflowY,
      isOverfull: scrolls(overflowX) && element.scrollWidth > element.clientWidth,
      shortens: textOverflow === 'ellipsis' || webkitLineClamp !== 'none',
      isPainted: isPainted(element),
      isLayer: element.matches('dialog[open]:modal, :popover-open'),
      room: inner(element),
      edge: boxOf(element),
    }
    contexts.set(element, read)
    return read
  }
  const sideways = (box: Box, room: Box): number => Math.max(room.left - box.left, box.right - room.right)
  const upright = (box: Box, room: Box): number => Math.max(room.top - box.top, box.bottom - room.bottom)

  const withinWidth = (box: Box, { left, right }: Pick<Box, 'left' | 'right'>): Box => ({
    ...box,
    left: Math.max(box.left, left),
    right: Math.min(box.right, right),
  })
  const withinHeight = (box: Box, { top, bottom }: Pick<Box, 'top' | 'bottom'>): Box => ({
    ...box,
    top: Math.max(box.top, top),
    bottom: Math.min(box.bottom, bottom),
  })

  const foldedTo = (box: Box, edge: number): Box => ({ ...box, top: edge, bottom: edge })

  /** Clips a visible box by all its ancestors up to the viewport. */
  const follow = (
    element: Element,
    start: Element | null,
    whole: Box,
    text: string,
    isText: boolean,
  ): Box | undefined => {
    // A DOMRect has no own properties to spread.
    let box: Box = { left: whole.left, right: whole.right, top: whole.top, bottom: whole.bottom }
    const style = styleOf(element)
    const verticalSlack = isText ? Math.max(3, parseFloat(style.fontSize) * 0.3) : 2
    let position = isText ? 'static' : style.position
    let isFree = position === 'absolute' || position === 'fixed'
    for (let at = start; at && at !== document.documentElement; at = at.parentElement) {
      const around = surroundingOf(at)
      const isPassed = (position === 'absolute' && !around.isContaining) || (position === 'fixed' && !around.holdsFixed)
      if (!isPassed && around.hasBox) {
        const { room } = around
        const overX = sideways(box, room)
        const overY = upright(box, room)
        if (around.isOverfull) {
          // Judged once for the scroll container, not for each descendant.
          return undefined
        }
        if (clips(around.overflowX) || clips(around.overflowY)) {
          const isGone =
            box.right <= room.left || box.left >= room.right || box.bottom <= room.top || box.top >= room.bottom
          if (isGone) return undefined
          const cutX = clips(around.overflowX) && overX > TOLERANCE
          const cutY = clips(around.overflowY) && overY > verticalSlack
          // Pictures may be cropped; text and controls may not.
          const isMeant = isText || element.matches('button, a, input, select, textarea')
          if (isMeant && (cutX || cutY)) {
            const isShortened = isText && around.shortens
            if (!isShortened) add('cut off', element, text, Math.max(cutX ? overX : 0, cutY ? overY : 0))
            else if (isLabel(element) && !hasFullText(element)) add('cut off', element, text, Math.max(overX, overY))
          }
          if (cutX) box = withinWidth(box, room)
          if (cutY) box = withinHeight(box, room)
        }
        // Content below the fold of a scroll container is fine.
        if (scrolls(around.overflowY)) {
          if (box.bottom <= room.top || box.top >= room.bottom) box = foldedTo(box, room.top)
          else box = withinHeight(box, room)
        } else if (!isFree && !clips(around.overflowX) && around.isPainted) {
          const { edge } = around
          const out = Math.max(sideways(box, edge), upright(box, edge) - verticalSlack)
          if (out > TOLERANCE) add('outside its container', element, text, out)
        }
      }
      if (!isPassed) {
        if (around.position === 'fixed') position = 'fixed'
        else if (around.position === 'absolute') position = 'absolute'
        else position = 'static'
        isFree = position === 'absolute' || position === 'fixed'
        // Dialogs and popovers are in the top layer: ancestors do not clip them.
        if (around.isLayer) break
      }
    }
    const screen = { left: 0, right: innerWidth, top: 0, bottom: innerHeight }
    const out = sideways(box, screen)
    if (out > TOLERANCE) add('outside the screen', element, text, out)
    return box
  }

  const dialogs = [...document.querySelectorAll('dialog[open]:modal')]
  const popovers = [...document.querySelectorAll(':popover-open')]
  const modal = dialogs.at(-1)
  const roots = modal ? [modal, ...popovers.filter((popover) => !modal.contains(popover))] : [document.body]

  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth + TOLERANCE)
    add('scrolls sideways', root, '', root.scrollWidth - root.clientWidth)

  const seen: { element: Element; box: Box; text: string }[] = []
  for (const scope of roots) {
    for (const element of scope.querySelectorAll('*')) {
      if (element.tagName === 'OPTION' || element.closest('script, style, noscript, option')) continue
      if (!isSeen(element) || isForReadersOnly(element)) continue
      const style = styleOf(element)
      if (
        scrolls(style.overflowX) &&
        element.scrollWidth > element.clientWidth + TOLERANCE &&
        !mayScrollSideways(element)
      )
        add('scrolls sideways', element, element.textContent ?? '', element.scrollWidth - element.clientWidth)
      if (element.matches('img, svg, canvas, video, input, select, textarea, button, iframe, a[href]')) {
        const isInline = style.display === 'inline' && element.matches('a')
        const box = boxOf(element)
        const isDecoration = element.matches('svg') && element.closest('svg') !== element
        if (!isInline && !isDecoration && box.width > 0 && box.height > 0)
          follow(
            element,
            element.parentElement,
            box,
            element.getAttribute('aria-label') ?? element.textContent ?? '',
            false,
          )
      }
      if (element.matches('select, input:placeholder-shown')) {
        const control = element as HTMLSelectElement | HTMLInputElement
        const words =
          control instanceof HTMLSelectElement ? (control.selectedOptions[0]?.text ?? '') : control.placeholder
        const pen = document.createElement('canvas').getContext('2d')
        if (pen && words !== '') {
          pen.font = style.font
          const room = control.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
          const over = pen.measureText(words).width - room
          // A placeholder is an example; a select shows a choice that must be readable.
          const mayEnd = control instanceof HTMLInputElement && style.textOverflow === 'ellipsis'
          if (over > 1 && !control.title && !mayEnd) add('cut off', control, words, over)
        }
      }
      for (const node of element.childNodes) {
        const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : ''
        if (text.trim() === '') continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
        if (lines.length === 0) continue
        const whole = {
          left: Math.min(...lines.map(({ left }) => left)),
          right: Math.max(...lines.map(({ right }) => right)),
          top: Math.min(...lines.map(({ top }) => top)),
          bottom: Math.max(...lines.map(({ bottom }) => bottom)),
        }
        const box = follow(element, element, whole, text, true)
        const isLayered = (() => {
          for (let at: Element | null = element; at; at = at.parentElement)
            if (['absolute', 'fixed', 'sticky'].includes(styleOf(at).position)) return !at.matches('dialog, [popover]')
          return false
        })()
        if (box && !isLayered && lines.length === 1 && !element.closest('svg')) seen.push({ element, box, text })
      }
    }
  }
  const layers = new Map(seen.map(({ element }) => [element, element.closest('dialog, [popover]')]))
  // Sorted from top to bottom: an element that begins below a text's end cannot overlap it.
  seen.sort((one, other) => one.box.top - other.box.top)
  for (const [index, one] of seen.entries()) {
    for (let next = index + 1; next < seen.length; next += 1) {
      const other = seen[next]
      if (!other || other.box.top >= one.box.bottom) break
      // A popover covers the page on purpose.
      if (one.element === other.element || layers.get(one.element) !== layers.get(other.element)) continue
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      const lower = Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top)
      if (wide > 3 && lower > 0 && high > lower / 2)
        add('overlaps other text', one.element, `${one.text} / ${other.text}`, wide)
    }
  }
  return [...faults.values()]
}

/** Digest of the position of everything in the page: equal digests mean that nothing has moved. Runs in the browser. */
export function layoutDigest(): string {
  let sum = 0
  let count = 0
  for (const element of document.body.querySelectorAll('*')) {
    const { x, y, width, height } = element.getBoundingClientRect()
    count += 1
    sum = (sum * 31 + x * 7 + y * 13 + width * 17 + height * 19) % 1_000_003
  }
  return `${count} ${sum.toFixed(1)}`
}

/**
 * Focuses every focusable element in turn and lists those covered by a sticky or fixed bar or not scrolled into view.
 * Runs in the browser, so it uses nothing from outside.
 */
export function findCoveredFocus(): LayoutFault[] {
  const faults: LayoutFault[] = []
  const modal = [...document.querySelectorAll('dialog[open]:modal')].at(-1)
  const scope = modal ?? document.body
  const controls = [
    ...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter(
    (each) =>
      each.tabIndex >= 0 &&
      !each.closest('[inert], :disabled, [aria-disabled=true]') &&
      each.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  )
  const before = document.activeElement
  const barOf = (element: Element): Element | undefined => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (['sticky', 'fixed'].includes(getComputedStyle(at).position))
        return at.matches('dialog, [popover]') ? undefined : at
    return undefined
  }
  for (const control of controls) {
    control.focus()
    if (document.activeElement !== control) continue
    // Keyboard focus also scrolls sideways; focus by script does not always.
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const label = (control as HTMLInputElement).labels?.[0]
    const own = control.getBoundingClientRect()
    // A checkbox may be hidden below its visible label.
    const shown = own.width < 4 && label ? label : control
    const box = shown.getBoundingClientRect()
    // An element higher than half the screen is only partly in view.
    if (box.height > innerHeight / 2 || box.width === 0) continue
    const text = (control.getAttribute('aria-label') ?? label?.textContent ?? control.textContent ?? '')
      .trim()
      .slice(0, 80)
    const element = `${control.tagName.toLowerCase()}${control.getAttribute('role') ? `[role=${control.getAttribute('role')}]` : ''}.${(control.getAttribute('class') ?? '').split(/\s+/).slice(0, 5).join('.')}`
    const above = Math.max(-box.top, box.bottom - innerHeight, -box.left, box.right - innerWidth)
    if (above > Math.min(box.height, box.width) / 2) {
      faults.push({ rule: 'focused but out of view', element, text, px: Math.round(above) })
      continue
    }
    const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1)
    for (const y of [box.top + 3, box.top + box.height / 2, box.bottom - 3]) {
      const hit = document.elementFromPoint(x, Math.min(Math.max(y, 1), innerHeight - 1))
      if (!hit || shown.contains(hit) || hit.contains(shown) || label?.contains(hit)) continue
      const bar = barOf(hit)
      if (!bar || bar.contains(control)) continue
      const edge = bar.getBoundingClientRect()
      const px = Math.min(box.bottom, edge.bottom) - Math.max(box.top, edge.top)
      faults.push({ rule: 'focused but covered', element, text, px: Math.round(px) })
      break
    }
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return faults
}

/** A layout shift, by the share of the screen it affects. */
interface Shift {
  value: number
  what: string
}

declare global {
  interface Window {
    layoutShifts: Shift[]
  }
}

/** Records layout shifts while a page loads. Runs in the browser before the page. */
export function recordLayoutShifts(): void {
  window.layoutShifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & {
        value: number
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      }
      const what = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement
        const name = element
          ? `${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').slice(0, 60)}`
          : '?'
        return `${name} (${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height})`
      })
      window.layoutShifts.push({ value, what: what.join('; ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Fonts the browser actually uses for an element; empty when there is no such element. */
export async function fontsOf(cdp: CDPSession, selector: string): Promise<string[]> {
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { root } = await cdp.send('DOM.getDocument')
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = nodeId === 0 ? { fonts: [] } : await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
  // Otherwise the browser would report every later change of the page.
  await cdp.send('CSS.disable')
  await cdp.send('DOM.disable')
  return fonts.map(({ familyName }) => familyName)
}
