interface JestResult {
  testResults?: {
    name: string;
    status: string;
    message?: string;
    assertionResults?: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** Counts one suite by jest's own result; `causes` are the first lines of what failed tests and files said. */
export function countSuite(suite: {
  name: string;
  code: number | undefined;
  result: JestResult | undefined;
  skips: Record<string, string>;
}): { passed: number; failed: number; problems: string[]; causes: string[] };
