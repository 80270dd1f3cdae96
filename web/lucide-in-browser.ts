import { createElement, type SVGProps } from 'react'

interface IconData {
  node: [tag: string, attributes: Record<string, string>][]
}

/**
 * Stands in for the function that lucide makes its icons by, whose answer also takes sizes, colours and strokes by properties
 * and by context: 2 kB (gzip) on every page, where styles alone say such things. One without a name of its own stands beside words or
 * in what is named, and is not read out.
 */
export default function createLucideIcon({ node }: IconData) {
  return ({ className = '', ...props }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: 24,
        height: 24,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': props['aria-label'] ? undefined : true,
        // Its size and stroke are the stylesheet's.
        className: `lucide ${className}`,
        ...props,
      },
      // Each an argument of its own, which needs no key.
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
