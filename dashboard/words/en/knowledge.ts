/** The texts of `dashboard/knowledge`. */

export const reviewBeforeAgentsUseThis = 'Review before agents use this';
export const approve = 'Approve';
export const page = (page: number) => `page ${page}`;
export const collection = 'Collection';
export const type = 'Type';
export const size = 'Size';
export const sections = 'Sections';
export const language = 'Language';
export const version = 'Version';
export const details = 'Details';
export const updated = 'Updated';
export const url = 'URL';
export const noSectionsYet = 'No sections yet.';
export const noHeading = 'No heading';
export const page2 = (page: number) => `· page ${page}`;
export const documentLabel = 'Document';
export const replaceContent = 'Replace content';
export const deleteLabel = 'Delete';
export const knowledge = 'Knowledge';
export const deleteDocument = 'Delete document';
export const agentsStopUsingItInTheir = 'Agents stop using it in their answers.';
export const testSearch = 'Test search';
export const question = 'Question';
export const howLongIsTheWarranty = 'How long is the warranty?';
export const noResultsTheAgentWouldAnswer = 'No results. The agent would answer that it doesn’t know.';
export const searchResults = 'Search results';
export const addDocument = 'Add document';
export const documents = 'Documents';
export const noDocumentsYet = 'No documents yet';
export const addADocumentAgentsWithA =
  'Add a document. Agents with a model answer from it and cite it as their source.';
export const notSearchableYet = 'Not searchable yet';
export const file = 'File';
export const pdfHtmlMarkdownOrTextUp = 'PDF, HTML, Markdown or text, up to 10 MB';
export const text = 'Text';
export const markdownHeadingsSeparateIts = 'Markdown. Headings separate its sections.';
export const title = 'Title';
export const shownWhenTheDocumentIsCited = 'Shown when the document is cited.';
export const agentsSearchOnlyTheCollectionsThey =
  'Agents search only the collections they select. Leave empty for “default”.';
export const aPublicLinkToTheDocument = 'A public link to the document. Citations link to it.';
export const https = 'https://';
export const pages = 'Pages';
export const uploadFile = 'Upload file';
export const enterText = 'Enter text';
