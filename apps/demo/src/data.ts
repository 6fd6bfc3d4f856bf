import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Files of `data/` and `files/`, which are beside the program. */
const pathOf = (file: string) => new URL(`../${file}`, import.meta.url)

/** Reads a file of `data/`. Its contents are checked where they are used: by the operations they are sent to. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- callers name the type of the content
export const readData = <Data>(name: string): Data => parse(readFileSync(pathOf(`data/${name}.yaml`), 'utf8')) as Data

/** Reads a file of `files/`. */
export const readFixture = (name: string): Buffer<ArrayBuffer> => readFileSync(pathOf(`files/${name}`))

export type DemoPicture = 'ada' | 'rusty-pipes' | 'new-pipes' | 'niche' | 'passport' | 'burst'

/** A picture as a file to upload. */
export const pictureOf = (picture: DemoPicture): File =>
  new File([readFixture(`${picture}.jpg`)], `${picture}.jpg`, { type: 'image/jpeg' })
