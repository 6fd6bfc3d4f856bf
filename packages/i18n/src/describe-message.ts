import { compileMessage } from '@lingui/message-utils/compileMessage'

type Token = string | readonly [name: string, type?: string, forms?: { readonly other?: readonly Token[] }]

/** A text in ICU MessageFormat for documentation: its general form, with parameters as `{name}`. */
export const describeMessage = (source: string): string => describe(compileMessage(source) as readonly Token[])

const describe = (tokens: readonly Token[], count = '#'): string =>
  tokens
    .map((token) => {
      if (typeof token === 'string') return token === '#' ? count : token
      const [name, , forms] = token
      return forms ? describe(forms.other ?? [], `{${name}}`) : `{${name}}`
    })
    .join('')
