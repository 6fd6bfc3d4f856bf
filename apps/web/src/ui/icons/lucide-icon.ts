import { createElement, type SVGProps } from 'react'

type IconNode = readonly (readonly [tag: string, attributes: Record<string, string>])[]

/**
 * Replaces lucide's icon factory at build time, which adds a context, class names and rarely used options to every
 * page. Supports size, strokeWidth and SVG attributes.
 */
export default function createIcon({ node }: { node: IconNode }) {
  return function Icon({
    size = 24,
    strokeWidth = 2,
    children,
    ...rest
  }: SVGProps<SVGSVGElement> & { size?: number | string }) {
    const named = rest['aria-label'] !== undefined || rest['aria-labelledby'] !== undefined
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...(named ? { role: 'img' } : { 'aria-hidden': true }),
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    )
  }
}
