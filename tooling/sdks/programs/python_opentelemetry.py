# OpenTelemetry of Python: attributes of every type, an event, a link, an error, gen_ai's names by hand.
import json

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Link, SpanKind, Status, StatusCode

resource = Resource(
    {"service.name": "recorded", "service.version": "1.4.0", "deployment.environment.name": "staging"}
)
provider = TracerProvider(resource=resource)
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
tracer = provider.get_tracer("weather-agent", "1.2.0")

with tracer.start_as_current_span("POST /ask", kind=SpanKind.SERVER) as root:
    root.set_attributes(
        {
            "http.route": "/ask",
            "user.id": "usr_ada",
            "session.id": "ses_1",
            "customer.tier": "gold",
            "retries": 3,
            "ratio": 0.25,
            "cached": False,
            "tools": ["weather", "clock"],
            "scores": [1.0, 2.5],
        }
    )
    root.add_event("cache.miss", {"key": "oslo"})
    links = [Link(root.get_span_context())]
    with tracer.start_as_current_span("chat gpt-4o-mini", kind=SpanKind.CLIENT, links=links) as chat:
        text = "How warm is it in Oslo?"
        question = {"role": "user", "parts": [{"type": "text", "content": text}]}
        answer = {"role": "assistant", "parts": [{"type": "text", "content": "12 °C"}], "finish_reason": "stop"}
        chat.set_attributes(
            {
                "gen_ai.operation.name": "chat",
                "gen_ai.provider.name": "openai",
                "gen_ai.request.model": "gpt-4o-mini",
                "gen_ai.response.model": "gpt-4o-mini-2024-07-18",
                "gen_ai.usage.input_tokens": 120,
                "gen_ai.usage.output_tokens": 30,
                "gen_ai.usage.cache_read.input_tokens": 100,
                "gen_ai.conversation.id": "conv_7",
                "gen_ai.input.messages": json.dumps([question]),
                "gen_ai.output.messages": json.dumps([answer]),
            }
        )
    with tracer.start_as_current_span("execute_tool weather") as tool:
        tool.set_attributes({"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "weather"})
        tool.add_event(
            "exception",
            {"exception.type": "WeatherError", "exception.message": "The weather service did not answer."},
        )
        tool.set_status(Status(StatusCode.ERROR, "The weather service did not answer."))

provider.shutdown()
