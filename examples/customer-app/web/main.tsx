import './styles.css'
import { createRoot } from 'react-dom/client'
import { start } from './start.tsx'

const root = document.getElementById('app')
if (root) void start(createRoot(root))
