import theme from 'vitepress/theme'
import '../../../web/dashboard/styles/tokens.css'
import './style.css'

export default theme
