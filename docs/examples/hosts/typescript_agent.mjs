// The MCP SDK for TypeScript with OpenAI's chat completions: node typescript_agent.mjs mcp "What does …?"
//
// npm install @modelcontextprotocol/sdk; pip install 'refbrowser[mcp]'

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const base = process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1';

async function ask(messages, tools) {
  const response = await fetch(`${base}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${process.env.OPENAI_API_KEY}` },
    body: JSON.stringify({ model: process.env.OPENAI_MODEL ?? 'gpt-5', messages, tools }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()).choices[0].message;
}

async function run(goal) {
  const client = new Client({ name: 'example', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: 'refbrowser', args: ['mcp'], env: process.env }));
  try {
    const tools = (await client.listTools()).tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    }));
    const messages = [{ role: 'system', content: client.getInstructions() }, { role: 'user', content: goal }];
    for (let step = 0; step < 50; step += 1) {
      const message = await ask(messages, tools);
      messages.push(message);
      if (!message.tool_calls) return message.content;
      const images = [];
      for (const call of message.tool_calls) {
        const request = { name: call.function.name, arguments: JSON.parse(call.function.arguments) };
        // A call may take as long as its own deadline: the SDK's sixty seconds begin anew with each progress report.
        const { content } = await client.callTool(request, undefined, { resetTimeoutOnProgress: true, onprogress: () => {} });
        const text = content.filter((part) => part.type === 'text').map((part) => part.text).join('\n');
        messages.push({ role: 'tool', tool_call_id: call.id, content: text });
        images.push(...content.filter((part) => part.type === 'image'));
      }
      if (images.length > 0) {
        const shown = images.map((part) => ({ type: 'image_url', image_url: { url: `data:${part.mimeType};base64,${part.data}` } }));
        messages.push({ role: 'user', content: shown });
      }
    }
    return 'Not done after 50 steps.';
  } finally {
    await client.close();
  }
}

console.log(await run(process.argv[3]));
