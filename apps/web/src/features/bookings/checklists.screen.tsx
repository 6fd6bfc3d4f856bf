export { Checklists as Component } from './checklists/checklists.tsx'
