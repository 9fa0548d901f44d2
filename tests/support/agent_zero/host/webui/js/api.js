// A call of the host's HTTP interface, as its pages make it.

export async function callJsonApi(endpoint, data) {
  const response = await fetch(`/api${endpoint}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
  if (!response.ok) throw new Error(await response.text());
  return await response.json();
}
