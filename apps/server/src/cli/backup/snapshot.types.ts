import type { Readable } from 'node:stream'

export interface TableRows {
  /** Name with its schema, quoted for SQL. */
  name: string
  /** Quoted for SQL, in the order of the values. Columns that the database computes are not among them. */
  columns: string[]
  rows: number
}

export interface SequenceValue {
  name: string
  value: string
  isCalled: boolean
}

/** All data of a database at one moment, as PostgreSQL's text format of each table. */
export interface Snapshot {
  /** Names of the applied migrations: they define the schema that the data fits. */
  migrations: string[]
  tables: TableRows[]
  sequences: SequenceValue[]
  /** The rows of a table, as `COPY … FROM STDIN` takes them. */
  read(table: TableRows): Readable
}
