import { Page } from '../../components/Page.tsx'

export const Agents = () => <Page title="Agents">Soon.</Page>
